import { quoted } from "../literals.ts";
import { labelOf } from "../lookup.ts";
import type { ClientModel, Struct, Type, TypeDef, Union } from "../model.ts";
import { shapesOf } from "../shapes.ts";
import { pythonName } from "./names.ts";
import { docstring, pythonFile } from "./source.ts";
import { pythonValue } from "./values.ts";

const imports = `
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .._codec import Struct, Unknown
`;

/** Prints types.py: a dataclass for each struct, and an alias for every other type. */
export function printTypes(model: ClientModel): string {
  const defs = [...model.types.values()].filter((def) => def.kind !== "struct" || !def.isParams);
  const body = defs.map(printDef).join("\n\n");
  const names = defs.map(({ name }) => `    "${name}",\n`).join("");
  return pythonFile(
    model.generated,
    "Types of params and results.",
    imports,
    `__all__ = [\n${names}]\n\n\n${body}`,
  );
}

/** Prints shapes.py: what each type is in JSON, by its name. */
export function printShapes(model: ClientModel): string {
  const all = [...model.types.keys()].map((name): Type => ({ kind: "named", name }));
  const rows = shapesOf(all, model.types).map(
    ([name, shape]) => `    ${quoted(name)}: ${pythonValue(shape)},\n`,
  );
  return pythonFile(
    model.generated,
    "What the types are in JSON.",
    "from typing import Any, Final",
    `SHAPES: Final[dict[str, Any]] = {\n${rows.join("")}}\n"""The shapes of types and params, by name."""`,
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
      return type.name;
  }
}

function printDef(def: TypeDef): string {
  switch (def.kind) {
    case "alias":
      return printAlias(def.name, annotation(def.target), def.description);
    case "enum":
      return printAlias(def.name, `Literal[${def.values.map(quoted).join(", ")}]`, def.description);
    case "struct":
      return printStruct(def);
    case "union":
      return printUnion(def);
  }
}

function printAlias(name: string, value: string, description: string): string {
  const written = value.includes('"') ? value : `"${value}"`;
  return `${name}: TypeAlias = ${written}\n${docstring([description], "")}`;
}

function printUnion(union: Union): string {
  const forms = [...new Set(union.forms.map(({ type }) => annotation(type, type.kind === "list")))];
  return printAlias(union.name, `${forms.join(" | ")} | Unknown`, union.description);
}

/** The required members come first, because fields with a default follow those without; the shape has the same order. */
function printStruct({ name, description, members }: Struct): string {
  const ordered = [true, false].flatMap((required) => {
    const own = members.filter((member) => member.required === required);
    // Names that are numbers come first in the shape, too.
    return Object.values(Object.fromEntries(own.map((member) => [member.name, member])));
  });
  const fields = ordered.map((member) => {
    const { word } = member;
    const type = word === undefined ? annotation(member.type) : `Literal[${quoted(word)}]`;
    const own = member.required ? type : `${type.replace(/ \| None$/, "")} | None = None`;
    return `    ${pythonName(labelOf(member))}: ${own}\n${docstring([member.description])}`;
  });
  const doc = docstring([description]);
  const body = fields.length === 0 ? "" : `\n${fields.join("\n")}`;
  const empty = doc === "" && body === "" ? "    pass\n" : "";
  return `@dataclass(frozen=True, slots=True)\nclass ${name}(Struct):\n${doc}${body}${empty}`;
}
