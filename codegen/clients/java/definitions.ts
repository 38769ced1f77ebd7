import { clientHeader } from "../../emit/writer.ts";
import type { ClientFile } from "../language.ts";
import { quoted } from "../literals.ts";
import {
  contentOf,
  definition,
  integerOf,
  isNameable,
  isWrittenAsText,
  labelOf,
  ownDefinition,
  type Types,
  target,
} from "../lookup.ts";
import type {
  ClientModel,
  Enum,
  GeneratedFrom,
  Member,
  Struct,
  Type,
  TypeDef,
  Union,
} from "../model.ts";
import { constantName, wordName } from "../names.ts";
import { escapeText, javaDoc } from "./docs.ts";
import { fromLong, imports, javaType, memberName } from "./types.ts";
import { formClass, printUnion } from "./unions.ts";

export const typesPackage = "couloir.client.types";

const known = [
  "com.fasterxml.jackson.annotation.JsonEnumDefaultValue",
  "com.fasterxml.jackson.annotation.JsonFormat",
  "com.fasterxml.jackson.annotation.JsonInclude",
  "com.fasterxml.jackson.annotation.JsonProperty",
  "com.fasterxml.jackson.annotation.JsonValue",
  "java.math.BigInteger",
  "java.util.List",
  "java.util.Map",
  "java.util.Objects",
  "java.util.Optional",
  "tools.jackson.databind.JsonNode",
  "tools.jackson.databind.annotation.JsonDeserialize",
  "tools.jackson.databind.annotation.JsonSerialize",
  "tools.jackson.databind.ser.std.ToStringSerializer",
];

/** Prints a file for each type that needs a Java class. */
export function printDefinitions({ types, generated }: ClientModel): ClientFile[] {
  const unions = [...types.values()].filter((def) => def.kind === "union");
  return [...types.values()].flatMap((def) => {
    const text = printDefinition(def, unions, types);
    if (text === undefined) return [];
    return [
      { path: typePath(wordName(def.name)), text: javaFile(generated, typesPackage, text, known) },
    ];
  });
}

/** Whether a type has a Java class: an alias, and an enum that stays text, have none. */
export function hasClass(def: TypeDef): boolean {
  return def.kind !== "alias" && (def.kind !== "enum" || isNameable(def));
}

export function typePath(name: string): string {
  return `src/generated/java/couloir/client/types/${name}.java`;
}

/** Prints a Java file with its package and imports. */
export function javaFile(
  generated: GeneratedFrom,
  packageName: string,
  text: string,
  classes: readonly string[],
): string {
  return `${clientHeader(generated)}package ${packageName};\n\n${imports(text, classes)}${text}`;
}

function printDefinition(def: TypeDef, unions: readonly Union[], types: Types): string | undefined {
  const above = unions.filter((union) => union.forms.some((form) => holds(form.type, def, types)));
  const parents = [...new Set(above.map((union) => wordName(union.name)))];
  switch (def.kind) {
    case "struct":
      return printRecord(def, parents, types);
    case "enum":
      return hasClass(def) ? printEnum(def, parents) : undefined;
    case "union":
      return printUnion(def, parents, types);
    case "alias":
      return undefined;
  }
}

/** Whether a form's type is the definition itself, which makes it a subtype of the union. */
function holds(type: Type, def: TypeDef, types: Types): boolean {
  return definition(type, types) === def && formClass(type, types) === undefined;
}

function printRecord(written: Struct, parents: readonly string[], types: Types): string {
  const words = written.members.filter(({ word }) => word !== undefined);
  const def = { ...written, members: written.members.filter((each) => !words.includes(each)) };
  const name = wordName(def.name);
  const members = def.members.map((member) => `    ${printComponent(member, def.isParams, types)}`);
  const tags = def.members.map((member) => {
    const left = def.isParams && !member.required ? " Null omits it." : "";
    return `@param ${memberName(member)} ${escapeText(describe(member, types))}${left}`;
  });
  const list = members.length === 0 ? "" : `\n${members.join(",\n")}`;
  const implemented = parents.length === 0 ? "" : `\n    implements ${parents.join(", ")}`;
  const own = parents.length === 0 ? "" : "@JsonDeserialize\n";
  const body = def.isParams
    ? printParamsBody(def, types)
    : printAbsentValues(def, types) + words.map(printWord).join("");
  return `${javaDoc([def.description || `The type \`${def.name}\` of the API.`], tags)}${own}public record ${name}(${list})${implemented} {${body}}\n`;
}

/** Jackson reads a raw value that is not there as null, and would write that. */
function printAbsentValues(def: Struct, types: Types): string {
  const raw = def.members
    .filter((member) => componentType(member, false, types) === "Optional<JsonNode>")
    .filter(({ required }) => !required)
    .map((member) => memberName(member));
  if (raw.length === 0) return "";
  const lines = raw.map(
    (name) => `    ${name} = ${name} == null ? ${name} : ${name}.filter(node -> !node.isNull());\n`,
  );
  const doc = javaDoc(["Takes null for a raw value that is absent."], [], "  ");
  return `\n${doc}  public ${wordName(def.name)} {\n${lines.join("")}  }\n`;
}

/** Prints a member with a constant value, which is sent but is no record component. */
function printWord(member: Member): string {
  const { name, word } = member;
  const doc = javaDoc([`Returns the constant \`${word}\`.`], ["@return the constant"], "  ");
  return `\n${doc}  @JsonProperty(value = ${quoted(name)}, access = JsonProperty.Access.READ_ONLY)\n  public String ${memberName(member)}() {\n    return ${quoted(word ?? "")};\n  }\n`;
}

function describe({ name, description, type }: Member, types: Types): string {
  const def = ownDefinition(type, types);
  return description || def?.description || `The member \`${name}\`.`;
}

function printComponent(member: Member, isParams: boolean, types: Types): string {
  const { name, required } = member;
  const property =
    required && !isParams
      ? `@JsonProperty(value = ${quoted(name)}, required = true)`
      : `@JsonProperty(${quoted(name)})`;
  const notes = [
    property,
    ...serialization(member, isParams, types),
    ...range(member, isParams, types),
  ];
  return `${notes.join(" ")} ${componentType(member, isParams, types)} ${memberName(member)}`;
}

/** An omitted param is null; an optional member of a result is `Optional`. */
function componentType({ type, required }: Member, isParams: boolean, types: Types): string {
  if (required) return javaType(type, types);
  if (isParams) return javaType(type, types, true);
  const inner = javaType(type, types, true);
  return inner.startsWith("Optional<") ? inner : `Optional<${inner}>`;
}

function serialization({ type, required }: Member, isParams: boolean, types: Types): string[] {
  const end = target(type, types);
  const always =
    required && end.kind === "nullable" ? ["@JsonInclude(JsonInclude.Include.ALWAYS)"] : [];
  if (isWrittenAsText(integerOf(type, types))) {
    return [...always, "@JsonFormat(shape = JsonFormat.Shape.STRING)"];
  }
  const inner = contentOf(end);
  if (inner !== undefined && isWrittenAsText(integerOf(inner, types))) {
    // The content of an optional list is the list.
    const writer = required || isParams ? "ToStringSerializer" : "TextItems";
    return [...always, `@JsonSerialize(contentUsing = ${writer}.class)`];
  }
  return always;
}

/** The reader of a value whose Java type holds others, too: a `long` holds more than 32 or 53 bits, a node more than null. */
function range({ type, required }: Member, isParams: boolean, types: Types): string[] {
  const end = target(type, types);
  if (isParams) return [];
  const own = readerOf(type, types);
  if (own !== undefined)
    return [`@JsonDeserialize(${required ? "using" : "contentUsing"} = ${own}.class)`];
  const inner = end.kind === "nullable" ? end.inner : contentOf(end);
  const content = inner === undefined ? undefined : readerOf(inner, types);
  const isWhole = required || end.kind === "nullable";
  return content !== undefined && isWhole
    ? [`@JsonDeserialize(contentUsing = ${content}.class)`]
    : [];
}

function readerOf(type: Type, types: Types): string | undefined {
  if (target(type, types).kind === "null") return "NullValue";
  switch (integerOf(type, types)?.size) {
    case "uint32":
      return "Uint32";
    case "uint53":
      return "Uint53";
    case "int53":
      return "Int53";
    default:
      return undefined;
  }
}

/** Required params are never null; each optional one has a `with` method. */
function printParamsBody(def: Struct, types: Types): string {
  const required = def.members.filter((member) => member.required);
  const optional = def.members.filter((member) => !member.required);
  const name = wordName(def.name);
  const checked = required.filter((member) => !/^[a-z]/.test(componentType(member, true, types)));
  const checks = checked.map(
    (member) => `    Objects.requireNonNull(${memberName(member)}, "${memberName(member)}");\n`,
  );
  const compact =
    checks.length === 0
      ? ""
      : `${javaDoc(["Checks that the required params are not null."], paramTags(def.members, types), "  ")}  public ${name} {\n${checks.join("")}  }\n`;
  const parts = [
    compact,
    ...(optional.length === 0 ? [] : [printOf(name, required, def, types)]),
    ...optional.map((member) => printWither(name, member, def, types)),
  ];
  const body = parts.filter((part) => part !== "").join("\n");
  return body === "" ? "" : `\n${body}`;
}

export function paramTags(members: readonly Member[], types: Types): string[] {
  return members.map(
    (member) => `@param ${memberName(member)} ${escapeText(describe(member, types))}`,
  );
}

function printOf(name: string, required: readonly Member[], def: Struct, types: Types): string {
  const args = required.map(
    (member) => `${componentType(member, true, types)} ${memberName(member)}`,
  );
  const values = def.members.map((member) => (member.required ? memberName(member) : "null"));
  const doc = javaDoc(
    [
      required.length === 0
        ? "Creates params with every member omitted."
        : "Creates params with only the required members.",
    ],
    [...paramTags(required, types), "@return the params"],
    "  ",
  );
  // Omitted is null, and null is empty.
  const omits = def.members.some(
    (member) => !member.required && componentType(member, true, types).startsWith("Optional<"),
  );
  const allowed = omits ? '  @SuppressWarnings("NullOptional") // null is omitted\n' : "";
  const plain = `${doc}${allowed}  public static ${name} of(${args.join(", ")}) {\n    return new ${name}(${values.join(", ")});\n  }\n`;
  if (!required.some(({ type }) => fromLong(type, "", types) !== undefined)) return plain;
  const short = required.map((member, index) =>
    fromLong(member.type, "", types) === undefined
      ? (args[index] ?? "")
      : `long ${memberName(member)}`,
  );
  const given = required.map(
    (member) => fromLong(member.type, memberName(member), types) ?? memberName(member),
  );
  return `${plain}\n${doc}  public static ${name} of(${short.join(", ")}) {\n    return of(${given.join(", ")});\n  }\n`;
}

function printWither(name: string, member: Member, def: Struct, types: Types): string {
  const own = memberName(member);
  const values = def.members.map((each) => memberName(each)).join(", ");
  const doc = javaDoc(
    [`Returns a copy of these params with another \`${own}\`.`],
    [...paramTags([member], types), "@return the copy"],
    "  ",
  );
  const type = componentType(member, true, types);
  const method = `with${wordName(labelOf(member))}`;
  const plain = `${doc}  public ${name} ${method}(${type} ${own}) {\n    return new ${name}(${values});\n  }\n`;
  const converted = fromLong(member.type, own, types);
  if (converted === undefined) return plain;
  return `${plain}\n${doc}  public ${name} ${method}(long ${own}) {\n    return ${method}(${converted});\n  }\n`;
}

function printEnum(def: Enum, parents: readonly string[]): string {
  const constants = def.values.map(
    (value) =>
      `  /** <code>${escapeText(value)}</code> */\n  @JsonProperty(${quoted(value)})\n  ${constantName(value)},\n`,
  );
  const implemented = parents.length === 0 ? "" : ` implements ${parents.join(", ")}`;
  const own = parents.length === 0 ? "" : "@JsonDeserialize\n";
  return `${javaDoc([def.description || `A value of \`${def.name}\`.`])}${own}public enum ${wordName(def.name)}${implemented} {
${constants.join("")}  /** A value that this client does not know. */
  @JsonEnumDefaultValue
  UNRECOGNIZED
}
`;
}
