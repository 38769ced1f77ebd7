import { compiledPattern } from "./pattern.ts";
import type { Checks, Members, Problem, Rule, Shape, Test } from "./shape.ts";

type Limit =
  | "maximum"
  | "minimum"
  | "maxLength"
  | "minLength"
  | "maxItems"
  | "minItems"
  | "maxProperties"
  | "minProperties";

const limitTexts = {
  maximum: ["at most", "", ""],
  minimum: ["at least", "", ""],
  maxLength: ["at most", " character", " characters"],
  minLength: ["at least", " character", " characters"],
  maxItems: ["at most", " entry", " entries"],
  minItems: ["at least", " entry", " entries"],
  maxProperties: ["at most", " member", " members"],
  minProperties: ["at least", " member", " members"],
} as const satisfies Record<Limit, readonly [string, string, string]>;

/** The rule of a keyword whose value is a number. */
export function limit(keyword: Limit, test: (limit: number) => Test): Rule {
  return {
    keyword,
    test: (shape) => test(shape[keyword] ?? 0),
    expected: (shape) => {
      const [bound, one, several] = limitTexts[keyword];
      return `${bound} ${shape[keyword]}${shape[keyword] === 1 ? one : several}`;
    },
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The keywords of lists and objects. */
export const containerRules: readonly Rule[] = [
  limit("maxItems", (most) => (value) => !Array.isArray(value) || value.length <= most),
  limit("minItems", (least) => (value) => !Array.isArray(value) || value.length >= least),
  {
    keyword: "uniqueItems",
    // Of scalars: no list of objects in our documents is unique.
    test: (shape) => (value) =>
      shape.uniqueItems !== true || !Array.isArray(value) || new Set(value).size === value.length,
    expected: () => "entries that differ",
  },
  {
    keyword: "items",
    test: ({ items = {} }, checks) => {
      const test = checks.test(items);
      return (value) => {
        if (!Array.isArray(value)) return true;
        for (let index = 0; index < value.length; index++) if (!test(value[index])) return false;
        return true;
      };
    },
    expected: () => "valid items",
    inside: ({ items = {} }, value, checks) => {
      const list = value as readonly unknown[];
      const index = list.findIndex((item) => !checks.test(items)(item));
      return inMember(String(index), items, list[index], checks);
    },
  },
  limit(
    "maxProperties",
    (most) => (value) => !isObject(value) || Object.keys(value).length <= most,
  ),
  limit(
    "minProperties",
    (least) => (value) => !isObject(value) || Object.keys(value).length >= least,
  ),
  {
    keyword: "required",
    test:
      ({ required = [] }) =>
      (value) => {
        if (!isObject(value)) return true;
        for (const name of required) if (value[name] === undefined) return false;
        return true;
      },
    expected: () => "a value",
    inside: ({ required = [] }, value) => {
      const member = required.find((name) => (value as Fields)[name] === undefined) ?? "";
      return { names: [], member, value: undefined, expected: "a value" };
    },
  },
  {
    keyword: "propertyNames",
    test: ({ propertyNames = {} }, checks) => {
      const test = checks.test(propertyNames);
      return (value) => !isObject(value) || Object.keys(value).every(test);
    },
    expected: () => "valid names",
    inside: ({ propertyNames = {} }, value, checks) => {
      const name = Object.keys(value as Fields).find((each) => !checks.test(propertyNames)(each));
      return checks.problem(propertyNames, name);
    },
  },
  {
    keyword: "additionalProperties",
    test: (shape, checks) => {
      const isKnown = knownNames(shape);
      const { additionalProperties = true } = shape;
      const test = isShape(additionalProperties)
        ? checks.test(additionalProperties)
        : () => additionalProperties;
      return (value) => {
        if (!isObject(value)) return true;
        for (const name in value) if (!isKnown(name) && !test(value[name])) return false;
        return true;
      };
    },
    expected: () => "no member of this name",
    inside: (shape, value, checks) => {
      const isKnown = knownNames(shape);
      const others = Object.entries(value as Fields).filter(([name]) => !isKnown(name));
      const { additionalProperties = true } = shape;
      if (!isShape(additionalProperties)) {
        const [[member, found] = ["", undefined]] = others;
        return { names: [], member, value: found, expected: "no member of this name" };
      }
      return firstBroken(
        others.map(([name, found]) => [name, additionalProperties, found]),
        checks,
      );
    },
  },
  {
    keyword: "properties",
    test: ({ properties = {} }, checks) => {
      const members = shapesIn(properties);
      const names = members.map(([name]) => name);
      const tests = members.map(([, shape]) => checks.test(shape));
      return (value) => {
        if (!isObject(value)) return true;
        for (let index = 0; index < names.length; index++) {
          const found = value[names[index] as string];
          if (found !== undefined && !(tests[index] as Test)(found)) return false;
        }
        return true;
      };
    },
    expected: () => "valid members",
    inside: ({ properties = {} }, value, checks) =>
      firstBroken(
        shapesIn(properties).flatMap(([name, shape]) => {
          const found = (value as Fields)[name];
          return found === undefined ? [] : [[name, shape, found] as const];
        }),
        checks,
      ),
  },
  {
    keyword: "patternProperties",
    test: ({ patternProperties = {} }, checks) => {
      const patterns = compiled(patternProperties).map(
        ([pattern, shape]) => [pattern, checks.test(shape)] as const,
      );
      return (value) =>
        !isObject(value) ||
        patterns.every(([pattern, test]) =>
          Object.entries(value).every(([name, found]) => !pattern.test(name) || test(found)),
        );
    },
    expected: () => "valid members",
    inside: ({ patternProperties = {} }, value, checks) =>
      firstBroken(
        compiled(patternProperties).flatMap(([pattern, shape]) =>
          Object.entries(value as Fields)
            .filter(([name]) => pattern.test(name))
            .map(([name, found]) => [name, shape, found] as const),
        ),
        checks,
      ),
  },
];

type Fields = Readonly<Record<string, unknown>>;

function firstBroken(
  members: readonly (readonly [name: string, shape: Shape, value: unknown])[],
  checks: Checks,
): Problem | undefined {
  const broken = members.find(([, shape, value]) => !checks.test(shape)(value));
  return broken && inMember(...broken, checks);
}

function inMember(name: string, shape: Shape, value: unknown, checks: Checks): Problem | undefined {
  const problem = checks.problem(shape, value);
  return problem && { ...problem, names: [name, ...problem.names] };
}

function isShape(value: Shape | boolean): value is Shape {
  return typeof value === "object";
}

/** The members that are not just anything. */
function shapesIn(members: Members): readonly (readonly [string, Shape])[] {
  return Object.entries(members).filter((entry): entry is [string, Shape] => isShape(entry[1]));
}

/** Whether a shape lists a name, or has a pattern for it. */
function knownNames({ properties = {}, patternProperties = {} }: Shape): (name: string) => boolean {
  const names = new Set(Object.keys(properties));
  const patterns = Object.keys(patternProperties).map((pattern) => compiledPattern(pattern, "u"));
  if (patterns.length === 0) return (name) => names.has(name);
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name));
}

function compiled(members: Members) {
  return shapesIn(members).map(
    ([pattern, shape]) => [compiledPattern(pattern, "u"), shape] as const,
  );
}
