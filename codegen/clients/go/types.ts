import { sentenceAbout } from "../doc-text.ts";
import { quoted, usesName } from "../literals.ts";
import { definition, labelOf, ownDefinition, type Types, target } from "../lookup.ts";
import type {
  Alias,
  ClientModel,
  Enum,
  IntegerType,
  Member,
  Struct,
  Type,
  TypeDef,
  Union,
} from "../model.ts";
import { goName } from "../names.ts";
import { isTaken } from "../types/name-pool.ts";
import { emptyTexts, sendEmptyField } from "./empty-texts.ts";
import { alignRows, canBeTag, goComment, goFile, jsonTag } from "./source.ts";
import {
  holdsUnion,
  printListUnmarshal,
  printMarshal,
  printUnion,
  printUnmarshal,
} from "./unions.ts";

/** Prints gen_types.go: every struct, alias, enum and union. */
export function printTypes(model: ClientModel): string {
  const constants = new ConstantNames(model.types);
  const printed = [...model.types.values()].map((def) => printDef(def, model, constants));
  const unions = [...model.types.values()].filter((def) => def.kind === "union");
  const forms = new Map(unions.flatMap((union) => formTypes(union, model)));
  const body = [...printed, ...forms.values()].filter((each) => each !== "").join("\n");
  const imports = [
    ...(usesName("json", body) ? ["encoding/json"] : []),
    ...(usesName("slices", body) ? ["slices"] : []),
  ];
  return goFile(model.generated, imports, body);
}

const integerTypes: Readonly<Record<IntegerType["size"], string>> = {
  uint16: "uint16",
  uint32: "uint32",
  uint64: "Uint64",
  uint53: "int64",
  int53: "int64",
  int64: "Int64",
};

/** A type as an expression. */
export function goType(type: Type, types: Types): string {
  switch (type.kind) {
    case "text":
      return "string";
    case "boolean":
      return "bool";
    case "float":
      return "float64";
    case "null":
      return "any";
    case "json":
      return "json.RawMessage";
    case "integer":
      return integerTypes[type.size];
    case "list":
      return `[]${goType(type.item, types)}`;
    case "map":
      return `map[string]${goType(type.value, types)}`;
    case "nullable":
      return isNilable(type.inner, types)
        ? goType(type.inner, types)
        : `*${goType(type.inner, types)}`;
    case "named": {
      const def = types.get(type.name);
      // An alias of an integer or of plain JSON has no Go type of its own.
      if (def?.kind === "alias" && (def.target.kind === "integer" || def.target.kind === "json")) {
        return goType(def.target, types);
      }
      return goName(type.name);
    }
  }
}

/** Whether nil can stand for an absent or null value. */
export function isNilable(type: Type, types: Types): boolean {
  if (["list", "map", "null", "json", "nullable"].includes(type.kind)) return true;
  const def = ownDefinition(type, types);
  if (def?.kind === "alias") return isNilable(def.target, types);
  return def?.kind === "union";
}

function printDef(def: TypeDef, model: ClientModel, constants: ConstantNames): string {
  switch (def.kind) {
    case "alias":
      return printAlias(def, model);
    case "enum":
      return printEnum(def, constants);
    case "struct":
      return printStruct(def, model);
    case "union":
      return printUnion(def, model);
  }
}

function printAlias(def: Alias, { types }: ClientModel): string {
  const { target, sameAs } = def;
  if (target.kind === "integer" || target.kind === "json") return "";
  // Go asks for a conversion between two defined types, and for none between two names of one type.
  const own =
    sameAs !== undefined && types.has(sameAs) ? `= ${goName(sameAs)}` : goType(target, types);
  return `${docOf(def)}type ${goName(def.name)} ${own}\n`;
}

/** Names the values of enums, unlike every type, what the runtime declares, and each other. */
class ConstantNames {
  readonly #used: Set<string>;

  constructor(types: Types) {
    this.#used = new Set([...types.keys()].map(goName));
  }

  of(type: string, value: string): string {
    const wanted = type + (goName(value) || "Value");
    let name = wanted;
    const isUsed = (each: string) => this.#used.has(each) || isTaken(each);
    for (let number = 2; isUsed(name); number++) name = `${wanted}Value${number}`;
    this.#used.add(name);
    return name;
  }
}

function printEnum(def: Enum, constants: ConstantNames): string {
  const type = goName(def.name);
  const rows = def.values.map((value) => ({
    comment: "",
    cells: [constants.of(type, value), type, `= ${quoted(value)}`],
  }));
  return `${docOf(def)}type ${type} string

const (
${alignRows(rows)})
`;
}

function printStruct(def: Struct, model: ClientModel): string {
  const name = goName(def.name);
  const rows = def.members.map((member) => ({
    comment: goComment([member.description], "\t"),
    cells: [goName(labelOf(member)), memberType(member, def, model), tag(member, def, model)],
  }));
  const empty = emptyTexts(def, model);
  const sendEmpty = empty.length === 0 ? undefined : sendEmptyField(def);
  if (sendEmpty !== undefined) {
    const comment = goComment(
      [`${sendEmpty} names the params, as in JSON, to send although they are empty.`],
      "\t",
    );
    rows.push({ comment, cells: [sendEmpty, "[]string", '`json:"-"`'] });
  }
  const body = rows.length === 0 ? "struct{}" : `struct {\n${alignRows(rows)}}`;
  const odd = def.members.filter((member) => !canBeTag(member.name));
  const unions = def.members.filter(
    (member) => holdsUnion(member.type, model.types) && !odd.includes(member),
  );
  const methods = [
    ...(unions.length + odd.length === 0 ? [] : [printUnmarshal(def, unions, odd, model)]),
    ...(odd.length + empty.length === 0 ? [] : [printMarshal(name, odd, empty, sendEmpty)]),
  ];
  return `${docOf(def)}type ${name} ${body}\n${methods.map((method) => `\n${method}`).join("")}`;
}

/** An optional value is omitted if it is nil. In params, a text needs no pointer for that: it is omitted if it is empty. */
function memberType(member: Member, { isParams }: Struct, model: ClientModel): string {
  const { types } = model;
  if (holdsUnion(member.type, types) && !canBeTag(member.name)) return "json.RawMessage";
  const own = goType(member.type, types);
  if (member.recursive && !isNilable(member.type, types)) return `*${own}`;
  if (member.required || isNilable(member.type, types)) return own;
  return isParams && isText(member.type, types) ? own : `*${own}`;
}

function isText(type: Type, types: Types): boolean {
  return target(type, types).kind === "text" || definition(type, types)?.kind === "enum";
}

function tag(
  { name, required, type }: Member,
  { isParams }: Struct,
  { types }: ClientModel,
): string {
  const limits = isParams ? [] : limitsOf(type, types, !required);
  const options = [...(required ? [] : ["omitzero"]), ...limits];
  return jsonTag(name, options.map((option) => `,${option}`).join(""));
}

/**
 * What a value excludes beyond its Go type, as options of its tag: `notnull` for the value, `notnull1` for the items of a
 * list or map, `notnull2` for their items, and `uint53`. The client reads the options, encoding/json does not.
 */
function limitsOf(type: Type, types: Types, canBeNull: boolean, level = 0): string[] {
  const end = target(type, types);
  if (end.kind === "nullable") return limitsOf(end.inner, types, true, level);
  const own = canBeNull || !isNilOnlyInGo(end, types) ? [] : [`notnull${level || ""}`];
  if (end.kind === "list") return [...own, ...limitsOf(end.item, types, false, level + 1)];
  if (end.kind === "map") return [...own, ...limitsOf(end.value, types, false, level + 1)];
  return end.kind === "integer" && end.size === "uint53" ? ["uint53"] : own;
}

/** Whether nil is a value of the Go type, but null is none of the type. */
function isNilOnlyInGo(type: Type, types: Types): boolean {
  const end = target(type, types);
  const def = definition(type, types);
  if (def?.kind === "union") return def.forms.every(({ json }) => json !== "null");
  return end.kind === "list" || end.kind === "map";
}

function docOf({ name, description }: TypeDef): string {
  return description === "" ? "" : goComment([sentenceAbout(goName(name), description)]);
}

/**
 * Prints a named type for each form of a union that has no name of its own, by its name: an interface
 * needs a method on it.
 */
function formTypes({ name, forms }: Union, { types }: ClientModel): (readonly [string, string])[] {
  return forms.flatMap(({ type, name: formName }) => {
    const own = goName(formName);
    if (type.kind === "text") return [[own, `// ${own} is text.\ntype ${own} string\n`] as const];
    if (type.kind === "boolean") {
      return [[own, `// ${own} is true or false.\ntype ${own} bool\n`] as const];
    }
    if (type.kind === "float") {
      return [[own, `// ${own} is a number.\ntype ${own} float64\n`] as const];
    }
    if (type.kind !== "list" && type.kind !== "map") return [];
    const text = `// ${own} is a form of ${goName(name)}.\ntype ${own} ${goType(type, types)}\n`;
    const read = holdsUnion(type, types) ? `\n${printListUnmarshal(own, type, types)}` : "";
    return [[own, text + read] as const];
  });
}
