import { clientHeader } from "../../emit/writer.ts";
import { rustQuoted } from "../literals.ts";
import {
  fixedTextsFirst,
  integerOf,
  isNameable,
  isWide,
  isWrittenAsText,
  labelOf,
  ownDefinition,
  type Types,
  target,
} from "../lookup.ts";
import type { ClientModel, Enum, Member, Struct, TypeDef, Union, UnionForm } from "../model.ts";
import { lowerWordName, snakeName, wordName } from "../names.ts";
import { rustDoc } from "./docs.ts";
import { heldInteger, rustName, rustType } from "./types.ts";

/** Prints types.rs: every type of every profile. */
export function printDefinitions({ generated, types }: ClientModel): string {
  const items = [...types.values()].map((def) => printDefinition(def, types));
  return `${clientHeader(generated)}//! Params, results and their types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::exact;
use crate::forms::{conversions, forms, words};
use crate::strict;

${items.filter((item) => item !== "").join("\n")}`;
}

function printDefinition(def: TypeDef, types: Types): string {
  switch (def.kind) {
    case "struct":
      return printStruct(def, types);
    case "enum":
      return isNameable(def) ? printEnum(def) : printAlias(def.name, def.description, "String");
    case "union":
      return printUnion(def, types);
    case "alias": {
      const isInteger = integerOf(def.target, types) !== undefined;
      return isInteger ? "" : printAlias(def.name, def.description, rustType(def.target, types));
    }
  }
}

function printAlias(name: string, description: string, type: string): string {
  return `${rustDoc([description || `The type \`${name}\` of the API.`])}pub type ${wordName(name)} = ${type};\n`;
}

function printStruct(def: Struct, types: Types): string {
  const name = wordName(def.name);
  const members = def.members
    .filter((member) => member !== tagOf(def))
    .map((member) => printMember(member, types));
  const body = members.length === 0 ? "{}" : `{\n${members.join("")}}`;
  const hasDefault = def.isParams && def.members.every(({ required }) => !required);
  const derived = `#[derive(Debug, Clone, PartialEq, ${hasDefault ? "Default, " : ""}Serialize, Deserialize)]\n`;
  const settings = [...tagSettings(tagOf(def)), 'rename_all = "camelCase"'].join(", ");
  return `${rustDoc([def.description || `The type \`${def.name}\` of the API.`])}${derived}#[serde(${settings})]\npub struct ${name} ${body}\n`;
}

/** The member with a constant value that serde writes; it has no field. */
function tagOf({ members }: Struct): Member | undefined {
  return members.find(({ word }) => word !== undefined);
}

function tagSettings(member: Member | undefined): string[] {
  if (member?.word === undefined) return [];
  return [`tag = ${rustQuoted(member.name)}`, `rename = ${rustQuoted(member.word)}`];
}

function printMember(member: Member, types: Types): string {
  const { name, description, required } = member;
  const settings = [
    ...(lowerWordName(labelOf(member)) === name ? [] : [`rename = ${rustQuoted(name)}`]),
    ...(required ? [] : ["default", 'skip_serializing_if = "Option::is_none"']),
    ...readSettings(member, types),
  ];
  const attribute = settings.length === 0 ? "" : `    #[serde(${settings.join(", ")})]\n`;
  const own = memberType(member, types);
  const doc = rustDoc([description === "" ? describeType(member, types) : description], "    ");
  return `${doc}${attribute}    pub ${rustName(labelOf(member))}: ${required ? own : `Option<${own}>`},\n`;
}

/** A member that can contain the object's type again is boxed: a type cannot contain itself. */
function memberType({ type, recursive }: Member, types: Types): string {
  if (recursive !== true) return rustType(type, types);
  if (type.kind === "nullable") return `Option<Box<${rustType(type.inner, types)}>>`;
  return `Box<${rustType(type, types)}>`;
}

/** The description of a member without its own: that of its type. */
function describeType({ name, type }: Member, types: Types): string {
  const def = ownDefinition(type, types);
  return def?.description || `The member \`${name}\`.`;
}

/** How a member is read that serde would read from values of other types, or when it is absent. */
function readSettings({ type, required }: Member, types: Types): string[] {
  const integer = heldInteger(type, types);
  const kind = target(type, types).kind;
  if (kind === "null") return [`deserialize_with = "strict::${required ? "null" : "absent"}"`];
  if (integer === undefined) {
    return required && kind === "nullable" ? ['deserialize_with = "strict::given"'] : [];
  }
  if (isWrittenAsText(integer)) return ['with = "exact::text"'];
  if (integer.size === "int53" || integer.size === "uint53") {
    return [`deserialize_with = "strict::${integer.size}"`];
  }
  if (isWide(integer) || integer.wire === "either") return ['deserialize_with = "exact::read"'];
  return required && kind === "nullable" ? ['deserialize_with = "strict::given"'] : [];
}

function printEnum(def: Enum): string {
  const doc = rustDoc([def.description || `A value of \`${def.name}\`.`], "    ");
  const variants = def.values.map(
    (value) => `        ${wordName(value)} = ${rustQuoted(value)},\n`,
  );
  return `words! {\n${doc}    ${wordName(def.name)} {\n${variants.join("")}    }\n}\n`;
}

function printUnion(def: Union, types: Types): string {
  const kinds = [...new Set(def.forms.map(({ json }) => kindNames[json]))];
  const name = wordName(def.name);
  const forms = distinctForms(def, types);
  const variants = forms.map(({ variant, type, description }) => {
    const held = type === undefined ? "" : `(${type})`;
    return `${rustDoc([description], "    ")}    ${variant}${held},\n`;
  });
  const isPlain = forms.every(({ word, writtenAsText }) => word === undefined && !writtenAsText);
  return `${rustDoc([def.description || "A value of one of several forms."])}#[derive(Debug, Clone, PartialEq${isPlain ? ", Serialize" : ""})]
${isPlain ? "#[serde(untagged)]\n" : ""}#[non_exhaustive]
pub enum ${name} {
${variants.join("")}    /// A form that this client does not know.
    Other(serde_json::Value),
}

${isPlain ? "" : printWrites(name, forms)}forms!(${name}: ${kinds.map(rustQuoted).join(", ")};
${printReads(def, types)});
${printConversions(name, forms)}`;
}

const kindNames = {
  object: "an object",
  list: "a list",
  text: "text",
  number: "a number",
  boolean: "true or false",
  null: "null",
} as const satisfies Record<UnionForm["json"], string>;

type Form = {
  readonly variant: string;
  /** Undefined for a form that is a fixed text. */
  readonly type: string | undefined;
  readonly word: string | undefined;
  readonly isText: boolean;
  readonly writtenAsText: boolean;
  readonly isExact: boolean;
  readonly description: string;
};

function distinctForms(def: Union, types: Types): Form[] {
  const forms = def.forms.map((form) => buildForm(form, def, types));
  return [...new Map(forms.map((form) => [form.variant, form])).values()];
}

function buildForm(form: UnionForm, union: Union, types: Types): Form {
  const def = ownDefinition(form.type, types);
  const word = def?.kind === "enum" && def.values.length === 1 ? def.values[0] : undefined;
  const integer = heldInteger(form.type, types);
  const end = target(form.type, types);
  return {
    variant: variantName(form, union, types),
    type: word === undefined ? rustType(form.type, types) : undefined,
    word,
    isText: end.kind === "text",
    writtenAsText: integer !== undefined && isWrittenAsText(integer),
    isExact: integer !== undefined,
    description: def?.description || form.name,
  };
}

/** The form's name, unlike those of forms of other types. */
function variantName(form: UnionForm, union: Union, types: Types): string {
  const wanted = shortName(form, union, types);
  const key = (each: UnionForm) => JSON.stringify(each.type);
  const same = union.forms.filter((each) => shortName(each, union, types) === wanted);
  const index = [...new Set(same.map(key))].indexOf(key(form));
  return index === 0 && wanted !== "Other" && wanted !== "Self" ? wanted : `${wanted}${index + 2}`;
}

/** The form's name, without the prefix and suffix that all forms share. */
function shortName(form: UnionForm, union: Union, types: Types): string {
  if (integerOf(form.type, types) !== undefined) return "Number";
  const names = [...new Set(union.forms.map(({ name }) => name))].filter(
    (name) => name !== "EmptyObject",
  );
  if (form.name === "EmptyObject") return "Empty";
  const split = names.map((name) => snakeName(name).split("_"));
  const own = snakeName(form.name).split("_");
  const first = split[0] ?? [];
  const shared = (word: (words: readonly string[], at: number) => string | undefined) => {
    if (names.length < 2) return 0;
    const fewest = Math.min(...split.map((words) => words.length)) - 1;
    let count = 0;
    while (count < fewest && split.every((words) => word(words, count) === word(first, count))) {
      count++;
    }
    return count;
  };
  const atStart = shared((words, at) => words[at]);
  const atEnd = shared((words, at) => words.at(-1 - at));
  const fits = split.every((words) => words.length > atStart + atEnd);
  const kept = fits ? own.slice(atStart, own.length - atEnd) : own;
  return wordName(kept.join("_"));
}

/** What serde does not derive for a union with a fixed text, or with an integer that is sent as text. */
function printWrites(name: string, forms: readonly Form[]): string {
  const writes = forms.map((form) => `            ${printWrite(form)},\n`);
  return `impl Serialize for ${name} {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
${writes.join("")}            Self::Other(value) => value.serialize(serializer),
        }
    }
}

`;
}

function printWrite({ variant, type, word, writtenAsText }: Form): string {
  if (type === undefined)
    return `Self::${variant} => serializer.serialize_str(${rustQuoted(word ?? "")})`;
  const write = writtenAsText
    ? "exact::text::serialize(value, serializer)"
    : "value.serialize(serializer)";
  return `Self::${variant}(value) => ${write}`;
}

/** Prints the tests of a union: fixed texts first, and objects after one look at their members. */
function printReads(def: Union, types: Types): string {
  const others = def.forms.filter(({ json }) => json !== "object");
  const objects = def.forms.filter(({ json }) => json === "object");
  const variant = (form: UnionForm) => {
    const { variant, type, isExact } = buildForm(form, def, types);
    if (type === undefined) return `word ${variant}`;
    return isExact ? `exact ${variant}` : variant;
  };
  const isTested = objects.some((form) => objectTest(form, types) !== "");
  const plain = [
    ...fixedTextsFirst(others).map((form) => [kindTest(form), variant(form)]),
    ...(isTested ? [] : objects.map((form) => ["value.is_object()", variant(form)])),
  ];
  const rows = plain.map(([test, form]) => `        ${test} => ${form},\n`);
  const inner = objects.map(
    (form) => `        ${objectTest(form, types) || "true"} => ${variant(form)},\n`,
  );
  const members = isTested ? `    members {\n${inner.join("")}    }\n` : "";
  return `    value {${rows.length === 0 ? "" : `\n${rows.join("")}    `}}\n${members}`;
}

function kindTest({ json, tests }: UnionForm): string {
  const [word] = tests.flatMap((test) => ("equals" in test ? [test.equals] : []));
  if (word !== undefined) return `value.is(${rustQuoted(word)})`;
  if (json === "list" || json === "text" || json === "number" || json === "boolean")
    return `value.is_${json}()`;
  throw new Error(`the Rust client cannot read a form of the kind ${json}`);
}

function objectTest({ tests, exact, type }: UnionForm, types: Types): string {
  const list = (names: readonly string[]) => `&[${names.map(rustQuoted).join(", ")}]`;
  const paths = tests.flatMap((test) =>
    "path" in test
      ? [`members.has(${list(test.path)})`]
      : "member" in test
        ? [`members.says(${rustQuoted(test.member)}, ${rustQuoted(test.word)})`]
        : [],
  );
  const def = ownDefinition(type, types);
  if (!exact || def?.kind !== "struct") return paths.join(" && ");
  const names = def.members.map(({ name }) => name);
  return [...paths, `members.only(${list(names)})`].join(" && ");
}

/** Prints `From` for each form. */
function printConversions(name: string, forms: readonly Form[]): string {
  const sources = new Map(forms.map((form) => [form.isText ? "String" : form.type, form]));
  const conversions = [...sources.values()]
    .filter(({ type }) => type !== undefined && type !== name)
    .flatMap(({ variant, type, isText }) => [
      `    ${variant}(${type}),\n`,
      ...(isText ? [`    ${variant}(&str),\n`] : []),
    ]);
  return conversions.length === 0 ? "" : `\nconversions!(${name} {\n${conversions.join("")}});\n`;
}
