import { describe, join, type Problem } from "./problem.ts";

/** What a param accepts: the name of a shared rule, or a rule. `expected` completes "expected ...". */
export type ParamRule = string | Rule;

type Rule = {
  readonly kind: string;
  readonly expected: string;
  readonly min?: number;
  readonly max?: number;
  /** Text: a prefix, then characters out of a set, in groups of `step`. */
  readonly pattern?: {
    readonly prefix: string;
    readonly characters: string;
    readonly min: number;
    readonly max: number;
    readonly step: number;
  };
  /** Its value is never shown. */
  readonly secret?: boolean;
  readonly words?: readonly string[];
  readonly ignoreCase?: boolean;
  readonly least?: string;
  readonly most?: string;
  readonly item?: ParamRule;
  /** By name; the names of required ones end in `!`. */
  readonly members?: Readonly<Record<string, ParamRule>>;
  readonly forms?: readonly ParamRule[];
};

export type ParamRules = {
  readonly shared: Readonly<Record<string, ParamRule>>;
  readonly methods: Readonly<Record<string, Readonly<Record<string, ParamRule>>>>;
};

/** The first problem of the params of a method, by what the documents say about them. */
export function checkParams(
  rules: ParamRules,
  method: string,
  params: unknown,
): Problem | undefined {
  const members = rules.methods[method];
  return members && checkMembers(rules, members, params ?? {}, "");
}

function checkMembers(
  rules: ParamRules,
  members: Readonly<Record<string, ParamRule>>,
  value: unknown,
  field: string,
): Problem | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  for (const [marked, rule] of Object.entries(members)) {
    const name = marked.replace(/!$/, "");
    const own = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
    if (own === undefined && name === marked) continue;
    const problem = check(rules, rule, own, join(field, name));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function check(
  rules: ParamRules,
  named: ParamRule,
  value: unknown,
  field: string,
): Problem | undefined {
  const rule = typeof named === "string" ? rules.shared[named] : named;
  if (rule === undefined) return undefined;
  if (typeof rule === "string") return check(rules, rule, value, field);
  if (!isOfKind(rules, rule, value, field)) {
    const got =
      rule.secret && typeof value === "string"
        ? `text of ${[...value].length} characters`
        : describe(value);
    return { field, expected: rule.expected, got };
  }
  if (rule.kind === "list" && rule.item !== undefined) {
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const problem = check(rules, rule.item, item, `${field}[${index}]`);
      if (problem !== undefined) return problem;
    }
  }
  if (rule.kind === "map" && rule.item !== undefined) {
    for (const [name, item] of Object.entries(value as object)) {
      const problem = check(rules, rule.item, item, join(field, name));
      if (problem !== undefined) return problem;
    }
  }
  return rule.kind === "object" ? checkMembers(rules, rule.members ?? {}, value, field) : undefined;
}

function isOfKind(rules: ParamRules, rule: Rule, value: unknown, field: string): boolean {
  const { min = 0, max = Number.POSITIVE_INFINITY, words = [], forms = [] } = rule;
  const within = (size: number) => size >= min && size <= max;
  switch (rule.kind) {
    case "text":
      return typeof value === "string" && within([...value].length) && fits(value, rule.pattern);
    case "word":
      return words.some(
        (word) =>
          word === value ||
          (rule.ignoreCase === true && word.toLowerCase() === String(value).toLowerCase()),
      );
    case "integer":
      return isInteger(value, rule);
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value) && within(value.length);
    case "map":
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return forms.some((form) => check(rules, form, value, field) === undefined);
  }
}

function isInteger(value: unknown, { least = "0", most = "0" }: Rule): boolean {
  const isExact = typeof value === "bigint" || Number.isSafeInteger(value);
  if (!isExact && !(typeof value === "string" && /^-?[0-9]{1,20}$/.test(value))) return false;
  const exact = BigInt(value as bigint | number | string);
  return exact >= BigInt(least) && exact <= BigInt(most);
}

function fits(value: string, pattern: Rule["pattern"]): boolean {
  if (pattern === undefined) return true;
  const { prefix, characters, min, max, step } = pattern;
  const rest = value.slice(prefix.length);
  return (
    value.startsWith(prefix) &&
    rest.length >= min &&
    rest.length <= max &&
    rest.length % step === 0 &&
    [...rest].every((character) => characters.includes(character))
  );
}
