import { describeValue, type Issue } from "./issue.ts";
import type { Checks, Problem, Shape, ShapeTable, Test } from "./shape.ts";
import { rules } from "./shape-rules.ts";

/**
 * Makes checks from the shapes of one table. A shape becomes functions when it is first used. A valid value costs no memory;
 * what is wrong with another one is found in a second pass.
 */
export class ShapeChecks implements Checks {
  readonly #table: ShapeTable;
  readonly #tests = new Map<Shape, Test>();

  constructor(table: ShapeTable) {
    this.#table = table;
  }

  /** Returns a check, which returns what is wrong with a value, or undefined. */
  checker(shape: Shape): (value: unknown) => Issue | undefined {
    let test: Test | undefined;
    return (value) => {
      test ??= this.test(shape);
      return test(value) ? undefined : issueOf(this.problem(shape, value));
    };
  }

  named(name: string): Shape {
    const shape = this.#table[name];
    if (shape === undefined) throw new Error(`no shape has the name ${name}`);
    return shape;
  }

  test(shape: Shape): Test {
    let test = this.#tests.get(shape);
    if (test === undefined) {
      test = all(rules.flatMap((rule) => (rule.keyword in shape ? [rule.test(shape, this)] : [])));
      this.#tests.set(shape, test);
    }
    return test;
  }

  /** The first mistake in an invalid value; in a union, that of the form in which it is deepest. */
  problem(shape: Shape, value: unknown): Problem | undefined {
    for (const { keyword, test, inside, expected } of rules) {
      if (!(keyword in shape) || test(shape, this)(value)) continue;
      return inside?.(shape, value, this) ?? { names: [], value, expected: expected(shape) };
    }
    return undefined;
  }
}

function all(tests: readonly Test[]): Test {
  const [first, second, third] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (third === undefined) return (value) => first(value) && second(value);
  return (value) => {
    for (const test of tests) if (!test(value)) return false;
    return true;
  };
}

function issueOf(problem: Problem | undefined): Issue {
  if (problem === undefined) return { field: "", expected: "a valid value", got: "another" };
  const { names, member, value, expected } = problem;
  const field = member === undefined ? names : [...names, member];
  return { field: joinPath(field), expected, got: describeValue(value) };
}

function joinPath(names: readonly string[]): string {
  return names
    .map((name, index) => {
      if (/^[0-9]+$/.test(name)) return `[${name}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}
