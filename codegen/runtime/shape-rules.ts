import { countCharacters, describeValue } from "./issue.ts";
import { compiledPattern } from "./pattern.ts";
import type { Checks, IntegerKind, JsonType, Problem, Rule, Shape, Test } from "./shape.ts";
import { containerRules, isObject, limit } from "./shape-containers.ts";

/** Every keyword, in the order in which mistakes are reported, which is that of ajv. */
export const rules: readonly Rule[] = [
  {
    keyword: "type",
    test: ({ type }) => {
      const tests = [type ?? []].flat().map((each) => types[each]);
      const [only, ...others] = tests;
      if (only !== undefined && others.length === 0) return only;
      return (value) => tests.some((test) => test(value));
    },
    expected: ({ type }) => [type].flat().join(" or "),
  },
  limit("maximum", (most) => (value) => typeof value !== "number" || value <= most),
  limit("minimum", (least) => (value) => typeof value !== "number" || value >= least),
  limit("maxLength", (most) => (value) => lengthOf(value, 0) <= most),
  limit("minLength", (least) => (value) => lengthOf(value, least) >= least),
  {
    keyword: "pattern",
    test: ({ pattern = "" }) => {
      const compiled = compiledPattern(pattern, "u");
      return (value) => typeof value !== "string" || compiled.test(value);
    },
    expected: ({ pattern }) => `text matching ${pattern}`,
  },
  {
    keyword: "$ref",
    // A shape can contain itself, so that its test is made when there is a value.
    test: ({ $ref = "" }, checks) => {
      const shape = checks.named($ref);
      let test: Test | undefined;
      return (value) => {
        test ??= checks.test(shape);
        return test(value);
      };
    },
    expected: () => "a valid value",
    inside: ({ $ref = "" }, value, checks) => checks.problem(checks.named($ref), value),
  },
  {
    keyword: "const",
    test: (shape) => (value) => value === shape.const,
    expected: (shape) => describeValue(shape.const),
  },
  {
    keyword: "enum",
    test: (shape) => {
      const values = new Set<unknown>(shape.enum);
      return (value) => values.has(value);
    },
    expected: (shape) => (shape.enum ?? []).map(describeValue).join(" or "),
  },
  {
    keyword: "anyOf",
    test: ({ anyOf = [] }, checks) => {
      const forms = anyOf.map((form) => checks.test(form));
      return (value) => forms.some((form) => form(value));
    },
    expected: () => declaredForm,
    inside: ({ anyOf = [] }, value, checks) => deepest(anyOf, value, checks),
  },
  {
    keyword: "oneOf",
    test: ({ oneOf = [] }, checks) => {
      const forms = oneOf.map((form) => checks.test(form));
      return (value) => {
        let count = 0;
        for (const form of forms) if (form(value)) count++;
        return count === 1;
      };
    },
    expected: () => declaredForm,
    inside: ({ oneOf = [] }, value, checks) => deepest(oneOf, value, checks),
  },
  {
    keyword: "allOf",
    test: ({ allOf = [] }, checks) => {
      const parts = allOf.map((part) => checks.test(part));
      return (value) => parts.every((part) => part(value));
    },
    expected: () => "a valid value",
    inside: ({ allOf = [] }, value, checks) => {
      const broken = allOf.find((part) => !checks.test(part)(value));
      return broken && checks.problem(broken, value);
    },
  },
  {
    keyword: "x-integer",
    test: (shape) => integers[shape["x-integer"] ?? "uint64"],
    expected: (shape) => `a number of type ${shape["x-integer"]}`,
  },
  ...containerRules,
];

const declaredForm = "one of the declared forms";

/** In a union, the first of the deepest mistakes: it is in the form that was most likely meant. */
function deepest(forms: readonly Shape[], value: unknown, checks: Checks): Problem | undefined {
  let found: Problem | undefined;
  for (const form of forms) {
    const problem = checks.problem(form, value);
    if (problem === undefined) continue;
    if (found === undefined || problem.names.length > found.names.length) found = problem;
  }
  return found;
}

/** In characters; `other` for other values. */
function lengthOf(value: unknown, other: number): number {
  return typeof value === "string" ? countCharacters(value) : other;
}

const types: Readonly<Record<JsonType, Test>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  null: (value) => value === null,
  number: Number.isFinite,
  object: isObject,
  string: (value) => typeof value === "string",
};

/** A 64-bit integer can be a bigint. */
const integers: Readonly<Record<IntegerKind, Test>> = {
  uint16: (value) => Number.isSafeInteger(value) && isWithin(value, 0, 0xffff),
  uint32: (value) => Number.isSafeInteger(value) && isWithin(value, 0, 0xffff_ffff),
  uint64: (value) =>
    typeof value === "bigint"
      ? value >= 0n && value < 2n ** 64n
      : Number.isSafeInteger(value) && (value as number) >= 0,
  int64: (value) =>
    typeof value === "bigint"
      ? value >= -(2n ** 63n) && value < 2n ** 63n
      : Number.isSafeInteger(value),
};

function isWithin(value: unknown, least: number, most: number): boolean {
  return (value as number) >= least && (value as number) <= most;
}
