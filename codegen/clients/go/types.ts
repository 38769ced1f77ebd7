import { sentenceAbout } from "../doc-text.ts";
import { quoted } from "../literals.ts";
import { labelOf, type Types } from "../lookup.ts";
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
import { alignRows, goComment, goFile, jsonTag } from "./source.ts";
import { holdsUnion, printUnion, printUnmarshal } from "./unions.ts";

/** Prints gen_types.go: every struct, alias, enum and union. */
export function printTypes(model: ClientModel): string {
  const printed = [...model.types.values()].map((def) => printDef(def, model));
  const lists = [...model.types.values()].flatMap((def) =>
    def.kind === "union" ? formLists(def) : [],
  );
  return goFile(
    "couloir",
    ["encoding/json"],
    [...printed, ...new Set(lists)].filter((each) => each !== "").join("\n"),
  );
}

const integerTypes: Readonly<Record<IntegerType["size"], string>> = {
  uint16: "uint16",
  uint32: "uint32",
  uint64: "Uint64",
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
  const def = type.kind === "named" ? types.get(type.name) : undefined;
  if (def?.kind === "alias") return isNilable(def.target, types);
  return def?.kind === "union";
}

function printDef(def: TypeDef, model: ClientModel): string {
  switch (def.kind) {
    case "alias":
      return printAlias(def, model);
    case "enum":
      return printEnum(def);
    case "struct":
      return printStruct(def, model);
    case "union":
      return printUnion(def, model);
  }
}

function printAlias(def: Alias, { types }: ClientModel): string {
  const { target } = def;
  if (target.kind === "integer" || target.kind === "json") return "";
  return `${docOf(def)}type ${goName(def.name)} ${goType(target, types)}\n`;
}

function printEnum(def: Enum): string {
  const type = goName(def.name);
  const rows = def.values.map((value) => ({
    comment: "",
    cells: [type + goName(value), type, `= ${quoted(value)}`],
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
    cells: [goName(labelOf(member)), memberType(member, def, model), tag(member)],
  }));
  const body = rows.length === 0 ? "struct{}" : `struct {\n${alignRows(rows)}}`;
  const unions = def.members.filter(({ type }) => holdsUnion(type, model.types));
  const unmarshal = unions.length === 0 ? "" : `\n${printUnmarshal(def, unions, model)}`;
  return `${docOf(def)}type ${name} ${body}\n${unmarshal}`;
}

/** An empty optional text in params is omitted; any other optional value is omitted if it is nil. */
function memberType(member: Member, { isParams }: Struct, { types }: ClientModel): string {
  const own = goType(member.type, types);
  if (member.required || isNilable(member.type, types)) return own;
  return isParams && isText(member.type, types) ? own : `*${own}`;
}

function isText(type: Type, types: Types): boolean {
  const def = type.kind === "named" ? types.get(type.name) : undefined;
  if (def?.kind === "alias") return isText(def.target, types);
  return type.kind === "text" || def?.kind === "enum";
}

function tag({ name, required }: Member): string {
  return jsonTag(name, required ? "" : ",omitzero");
}

function docOf({ name, description }: TypeDef): string {
  return description === "" ? "" : goComment([sentenceAbout(goName(name), description)]);
}

/** Prints a named type for each list that is a form of a union: an interface needs a method on it. */
function formLists({ name, forms }: Union): string[] {
  return forms.flatMap((form) =>
    form.type.kind === "list" && form.type.item.kind === "named"
      ? [
          `// ${goName(form.name)} is a form of ${goName(name)}.\ntype ${goName(form.name)} []${goName(form.type.item.name)}\n`,
        ]
      : [],
  );
}
