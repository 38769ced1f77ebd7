import { quoted } from "../literals.ts";
import { labelOf } from "../lookup.ts";
import type { ClientModel, Member, Struct, Type, TypeDef, Union } from "../model.ts";
import { decodeExpression, encodeExpression, printUnionDecoder, usedReaders } from "./codec.ts";
import { className, pythonName } from "./names.ts";
import { docstring, pythonFile } from "./source.ts";

const imports = (names: readonly string[]) => `
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .._codec import (
    Unknown,
${[...names]
  .sort()
  .map((name) => `    ${name},\n`)
  .join("")})
`;

/** Prints types.py: a dataclass for each struct, an alias for every other type, and a decoder for each union. */
export function printTypes(model: ClientModel): string {
  const defs = [...model.types.values()].filter((def) => def.kind !== "struct" || !def.isParams);
  const body = defs.map((def) => printDef(def, model)).join("\n\n");
  const names = defs.map(({ name }) => `    "${className(name)}",\n`).join("");
  const used = imports(["encode", "has", "only", ...usedReaders(body)]);
  return pythonFile(
    model.generated,
    "Types of params and results.",
    used,
    `__all__ = [\n${names}]\n\n\n${body}`,
  );
}

/** A type as an annotation; with `isParam` it accepts any sequence or mapping. */
export function annotation(type: Type, isParam = false): string {
  switch (type.kind) {
    case "text":
      return "str";
    case "boolean":
      return "bool";
    case "float":
      return "float";
    case "null":
      return "None";
    case "json":
      return "Any";
    case "integer":
      return "int";
    case "list":
      return `${isParam ? "Sequence" : "list"}[${annotation(type.item, isParam)}]`;
    case "map":
      return `${isParam ? "Mapping" : "dict"}[str, ${annotation(type.value, isParam)}]`;
    case "nullable":
      return `${annotation(type.inner, isParam)} | None`;
    case "named":
      return className(type.name);
  }
}

function printDef(def: TypeDef, model: ClientModel): string {
  switch (def.kind) {
    case "alias":
      return printAlias(def.name, annotation(def.target), def.description);
    case "enum":
      return printAlias(def.name, `Literal[${def.values.map(quoted).join(", ")}]`, def.description);
    case "struct":
      return printStruct(def, model);
    case "union":
      return printUnion(def, model);
  }
}

function printAlias(name: string, value: string, description: string): string {
  const written = value.includes('"') ? value : `"${value}"`;
  return `${className(name)}: TypeAlias = ${written}\n${docstring([description], "")}`;
}

function printUnion(union: Union, model: ClientModel): string {
  const forms = [...new Set(union.forms.map(({ type }) => annotation(type, type.kind === "list")))];
  const alias = printAlias(union.name, `${forms.join(" | ")} | Unknown`, union.description);
  return `${alias}\n\n${printUnionDecoder(union, model)}`;
}

function printStruct(def: Struct, model: ClientModel): string {
  const { members } = def;
  const ordered = [...members.filter(isRequired), ...members.filter((each) => !isRequired(each))];
  const fields = ordered.map((member) => {
    const { word } = member;
    const type = word === undefined ? annotation(member.type) : `Literal[${quoted(word)}]`;
    const own = isRequired(member) ? type : `${type.replace(/ \| None$/, "")} | None = None`;
    return `    ${pythonName(labelOf(member))}: ${own}\n${docstring([member.description])}`;
  });
  const decoded = ordered.map((member) => `            ${decodeMember(member, model)},\n`);
  const name = className(def.name);
  const heading = `@dataclass(frozen=True, slots=True)\nclass ${name}:\n`;
  const doc = docstring([def.description]);
  const body = fields.length === 0 ? "" : `\n${fields.join("\n")}`;
  const made = decoded.length === 0 ? `${name}()` : `${name}(\n${decoded.join("")}        )`;
  return `${heading}${doc}${body}
    @staticmethod
    def from_json(value: Any) -> ${name}:
        """Read a value from parsed JSON."""
        return ${made}

${printToJson(def, model)}`;
}

function isRequired({ required }: Member): boolean {
  return required;
}

function decodeMember({ name, type, required }: Member, model: ClientModel): string {
  if (required) return decodeExpression(type, `value[${quoted(name)}]`, model);
  const read = decodeExpression(type, `value[${quoted(name)}]`, model);
  return `None if value.get(${quoted(name)}) is None else ${read}`;
}

function printToJson({ members }: Struct, model: ClientModel): string {
  const required = members.filter(isRequired);
  const optional = members.filter((member) => !member.required);
  const lines = required.map(
    (member) =>
      `            ${quoted(member.name)}: ${encodeExpression(member.type, `self.${pythonName(labelOf(member))}`, model)},\n`,
  );
  const first = lines.length === 0 ? "{}" : `{\n${lines.join("")}        }`;
  const additions = optional.map((member) => {
    const field = `self.${pythonName(labelOf(member))}`;
    return `        if ${field} is not None:
            members[${quoted(member.name)}] = ${encodeExpression(member.type, field, model)}
`;
  });
  const doc = '        """Return the value as JSON."""\n';
  if (additions.length === 0) {
    return `    def to_json(self) -> dict[str, Any]:\n${doc}        return ${first}\n`;
  }
  return `    def to_json(self) -> dict[str, Any]:
${doc}        members: dict[str, Any] = ${first}
${additions.join("")}        return members
`;
}
