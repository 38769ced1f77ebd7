import type { ClientModel, IntegerType, Type, TypeDef } from "../../codegen/clients/model.ts";
import type { Json, JsonObject } from "../../codegen/load/json.ts";

/** Extremes first: values that a double cannot hold, then values that it can. */
const integers = {
  uint16: [0xffffn, 0n, 1n],
  uint32: [0xffff_ffffn, 0n, 1n],
  uint64: [0xffff_ffff_ffff_ffffn, 2n ** 53n + 1n, 0n, 2n ** 63n],
  uint53: [2n ** 53n - 1n, 0n, 1n],
  int53: [2n ** 53n - 1n, 0n, 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n],
} as const satisfies Record<IntegerType["size"], readonly bigint[]>;

/** A value of the type, another one for each `round`; a list has an item of each form of a union. */
export function sampleValue(type: Type, round: number, { types }: ClientModel): Json {
  const sample = (inner: Type, at = round): Json =>
    sampleValue(inner, at, { types } as ClientModel);
  switch (type.kind) {
    case "text":
      return ["plain", "", 'quote " and \\ and / and \u00e9 and \u{1f600}'][round % 3] ?? "";
    case "boolean":
      return round % 2 === 0;
    case "float":
      return [0.25, 1, 0, 1e-7][round % 4] ?? 0;
    case "null":
      return null;
    case "json":
      return { anything: [1, "text", null, { deep: 2n ** 60n }] };
    case "integer":
      return sampleInteger(type, round);
    case "list": {
      const forms = formCount(type.item, types);
      const size = forms > 1 ? forms : round % 3;
      return Array.from({ length: size }, (_, index) => sample(type.item, round + index));
    }
    case "map":
      return Object.fromEntries(
        ["key", "", "another key"]
          .slice(0, round % 4)
          .map((key, i) => [key, sample(type.value, i)]),
      );
    case "nullable":
      return round % 2 === 0 ? sample(type.inner) : null;
    case "named":
      return sampleDef(types.get(type.name) as TypeDef, round, { types } as ClientModel);
  }
}

/**
 * The number of rounds needed for every form of every union, value of every enum and extreme inside
 * the type.
 */
export function roundCount(type: Type, types: ReadonlyMap<string, TypeDef>): number {
  return Math.max(4, formCount(type, types));
}

function sampleInteger(type: IntegerType, round: number): Json {
  const choices = integers[type.size];
  const value = choices[round % choices.length] ?? 0n;
  const wide = type.size === "uint64" || type.size === "int64";
  // Every third round in the other form: a node may send either.
  const asText = wide && (type.wire === "number") === (round % 3 === 2);
  return asText || (wide && type.wire === "either") ? String(value) : value;
}

function sampleDef(def: TypeDef, round: number, model: ClientModel): Json {
  switch (def.kind) {
    case "alias":
      return sampleValue(def.target, round, model);
    case "enum":
      return def.values[round % def.values.length] ?? "";
    case "union": {
      const names = [...new Set(def.forms.map(({ name }) => name))];
      const form = def.forms.find(({ name }) => name === names[round % names.length]);
      return form === undefined ? null : sampleValue(form.type, round, model);
    }
    case "struct": {
      // Of an object that may have any of its members every other one: with all it would be another form of a union.
      const isPart = def.members.length > 1 && !def.members.some(({ required }) => required);
      const given = def.members.filter(({ required }, index) =>
        isPart ? index % 2 === round % 2 : required || round % 2 === 0,
      );
      const members = given.map(({ name, type, word }, index): [string, Json] => [
        name,
        word ?? sampleValue(type, innerUnion(type, model) ? round : round + (index % 2) * 2, model),
      ]);
      return Object.fromEntries(members) as JsonObject;
    }
  }
}

function innerUnion(type: Type, { types }: ClientModel): boolean {
  return formCount(type, types) > 1;
}

/** How many forms a type has, itself or in its members. */
function formCount(type: Type, types: ReadonlyMap<string, TypeDef>): number {
  switch (type.kind) {
    case "list":
      return formCount(type.item, types);
    case "map":
      return formCount(type.value, types);
    case "nullable":
      return Math.max(2, formCount(type.inner, types));
    case "named": {
      const def = types.get(type.name);
      if (def?.kind === "alias") return formCount(def.target, types);
      if (def?.kind === "enum") return def.values.length;
      if (def?.kind === "struct") {
        return Math.max(1, ...def.members.map((member) => formCount(member.type, types)));
      }
      const forms = (def?.kind === "union" ? def.forms : []).map((form) => form.type);
      return Math.max(new Set(forms).size, ...forms.map((form) => formCount(form, types)));
    }
    default:
      return 1;
  }
}
