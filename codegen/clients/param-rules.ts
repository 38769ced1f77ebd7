import { expectedText, integerBounds, requiredNames } from "../emit/expected.ts";
import { isObject, objectAt, textAt } from "../load/json.ts";
import type { Param, Schema } from "../model.ts";
import {
  decimalText,
  follow,
  integerKind,
  narrowsReference,
  referenceName,
  type SchemaMap,
  unionForms,
} from "../schema.ts";

/**
 * What a param accepts, as plain JSON that every client reads: the name of a shared rule, or a rule. `expected` completes
 * "expected ...". A client checks its params against the rules when a node rejects them without saying which is wrong.
 */
export type ParamRule = string | Rule;

type Rule = { readonly expected: string } & (
  | {
      readonly kind: "text";
      readonly min?: number;
      readonly max?: number;
      readonly pattern?: TextPattern;
      /** Its value is never shown. */
      readonly secret?: true;
    }
  | { readonly kind: "word"; readonly words: readonly string[]; readonly ignoreCase?: true }
  /** A number or decimal text; the bounds are decimal text. */
  | { readonly kind: "integer"; readonly least: string; readonly most: string }
  | { readonly kind: "number" | "boolean" }
  | {
      readonly kind: "list";
      readonly item: ParamRule;
      readonly min?: number;
      readonly max?: number;
    }
  | { readonly kind: "map"; readonly item: ParamRule }
  | { readonly kind: "object"; readonly members: RuledMembers }
  | { readonly kind: "either"; readonly forms: readonly ParamRule[] }
);

/** A prefix, then `min` to `max` characters out of a set, in groups of `step`. */
type TextPattern = {
  readonly prefix: string;
  readonly characters: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
};

/** Members by name; the names of required ones end in `!`. */
export type RuledMembers = Readonly<Record<string, ParamRule>>;

export type ParamRules = {
  readonly shared: Readonly<Record<string, ParamRule>>;
  /** The params of each method that has any. */
  readonly methods: Readonly<Record<string, RuledMembers>>;
};

/** The rules for the params of methods. */
export function buildParamRules(
  methods: readonly { readonly name: string; readonly params: readonly Param[] }[],
  schemas: SchemaMap,
): ParamRules {
  const builder = new RuleBuilder(schemas);
  const ruled = methods
    .filter(({ params }) => params.length > 0)
    .map(({ name, params }): [string, RuledMembers] => [
      name,
      Object.fromEntries(
        params.map((param) => [marked(param.name, param.required), builder.rule(param.schema)]),
      ),
    ]);
  return { shared: builder.shared(), methods: Object.fromEntries(ruled) };
}

function marked(name: string, required: boolean): string {
  return required ? `${name}!` : name;
}

class RuleBuilder {
  readonly #schemas: SchemaMap;
  readonly #shared = new Map<string, ParamRule>();

  constructor(schemas: SchemaMap) {
    this.#schemas = schemas;
  }

  shared(): Readonly<Record<string, ParamRule>> {
    return Object.fromEntries([...this.#shared].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  rule(written: Schema): ParamRule {
    const reference = referenceName(written);
    if (reference === decimalText) return this.#decimalText(written);
    if (reference === undefined || narrowsReference(written)) {
      return this.#own(follow(written, this.#schemas));
    }
    if (!this.#shared.has(reference)) {
      // A placeholder, so that a schema that contains itself ends.
      this.#shared.set(reference, reference);
      this.#shared.set(reference, this.rule(this.#schemas.get(reference) ?? {}));
    }
    return reference;
  }

  /** Clients have it as an integer, and send it as text. */
  #decimalText(written: Schema): ParamRule {
    const { minimum, maximum } = integerBounds({ "x-integer": "uint64" });
    const expected = expectedText(follow(written, this.#schemas), this.#schemas);
    return { expected, kind: "integer", least: String(minimum), most: String(maximum) };
  }

  #own(schema: Schema): ParamRule {
    const expected = expectedText(schema, this.#schemas);
    if (integerKind(schema) !== undefined) {
      const { minimum, maximum } = integerBounds(schema);
      return { expected, kind: "integer", least: String(minimum), most: String(maximum) };
    }
    const forms = unionForms(schema);
    if (forms !== undefined) {
      return { expected, kind: "either", forms: forms.map((form) => this.rule(form)) };
    }
    const words = "const" in schema ? [schema["const"]] : schema["enum"];
    if (Array.isArray(words)) {
      const ignoreCase = schema["x-case-insensitive"] === true;
      return {
        expected,
        kind: "word",
        words: words.map(String),
        ...(ignoreCase && { ignoreCase }),
      };
    }
    return this.#typed(schema, expected);
  }

  #typed(schema: Schema, expected: string): ParamRule {
    switch (schema["type"]) {
      case "string": {
        const pattern = textPattern(textAt(schema, "pattern") ?? "");
        const secret = schema["x-secret"] === true;
        const limits = bounds(schema["minLength"], schema["maxLength"]);
        return {
          expected,
          kind: "text",
          ...limits,
          ...(pattern && { pattern }),
          ...(secret && { secret }),
        };
      }
      case "array": {
        const items = isObject(schema["items"]) ? schema["items"] : {};
        const limits = bounds(schema["minItems"], schema["maxItems"]);
        return { expected, kind: "list", item: this.rule(items), ...limits };
      }
      case "object": {
        const rest = schema["additionalProperties"];
        if (isObject(rest)) return { expected, kind: "map", item: this.rule(rest) };
        const required = requiredNames(schema);
        const members = Object.entries(objectAt(schema, "properties")).map(
          ([name, own]): [string, ParamRule] => [
            marked(name, required.has(name)),
            this.rule(isObject(own) ? own : {}),
          ],
        );
        return { expected, kind: "object", members: Object.fromEntries(members) };
      }
      case "boolean":
        return { expected, kind: "boolean" };
      case "number":
        return { expected, kind: "number" };
      default:
        throw new Error(`no rule for the param schema ${JSON.stringify(schema)}`);
    }
  }
}

const lengthMax = 1_000_000_000;

/** The pattern, if it is of the simple kind that clients check without a library of regular expressions. */
function textPattern(pattern: string): TextPattern | undefined {
  const [, prefix, set = "", min, max] =
    /^\^([\w-]*)\[([\w-]+)\]\{(\d+),(\d+)\}\$$/.exec(pattern) ?? [];
  if (prefix !== undefined) {
    return { prefix, characters: charactersOf(set), min: Number(min), max: Number(max), step: 1 };
  }
  const [, start, inner = "", step, groups] =
    /^\^([\w-]*)\(\[([\w-]+)\]\{(\d+)\}\)\{(\d+),\}\$$/.exec(pattern) ?? [];
  if (start === undefined) return undefined;
  const least = Number(step) * Number(groups);
  const characters = charactersOf(inner);
  return { prefix: start, characters, min: least, max: lengthMax, step: Number(step) };
}

/** The characters of a set such as `0-9a-f`. */
function charactersOf(set: string): string {
  return set.replaceAll(/(.)-(.)/g, (_range, first: string, last: string) => {
    const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
    return String.fromCharCode(
      ...Array.from({ length: to - from + 1 }, (_, index) => from + index),
    );
  });
}

function bounds(min: unknown, max: unknown): { min?: number; max?: number } {
  return {
    ...(typeof min === "number" && min > 0 && { min }),
    ...(typeof max === "number" && { max }),
  };
}
