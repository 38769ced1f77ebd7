import { docComment, printKey } from "../../emit/writer.ts";
import { quoted } from "../literals.ts";
import { innermost } from "../lookup.ts";
import type { ClientModel, Member, Type, TypeDef } from "../model.ts";

/** Prints a type for each definition of the model, all members readonly. */
export function printModelTypes({ types }: ClientModel): string {
  return [...types.values()].map(printDefinition).join("\n");
}

function printDefinition(def: TypeDef): string {
  const comment = docComment([def.description]);
  switch (def.kind) {
    case "struct": {
      if (def.members.length === 0) {
        return `${comment}export type ${def.name} = Readonly<Record<string, never>>;\n`;
      }
      const members = def.members.map(printMember).join("");
      return `${comment}export interface ${def.name} {\n${members}}\n`;
    }
    case "alias":
      return `${comment}export type ${def.name} = ${printTarget(def.target)};\n`;
    case "enum":
      return `${comment}export type ${def.name} = ${union(def.values.map(quoted))};\n`;
    case "union": {
      const forms = def.forms.map(({ type, tests }) => {
        const [word] = tests.flatMap((test) => ("equals" in test ? [test.equals] : []));
        return word === undefined ? printTarget(type) : quoted(word);
      });
      return `${comment}export type ${def.name} = ${union([...new Set(forms)])};\n`;
    }
  }
}

/** A type that has a name of its own. It can contain itself in an index signature, but not in a `Record`. */
function printTarget(type: Type): string {
  return type.kind === "map" && innermost(type.value).kind === "named"
    ? `{ readonly [name: string]: ${printType(type.value)} }`
    : printType(type);
}

function printMember({ name, description, type, required, word }: Member): string {
  const own = word === undefined ? printType(type) : quoted(word);
  const given = required ? `: ${own}` : `?: ${own} | undefined`;
  return `${docComment([description], "  ")}  readonly ${printMemberName(name)}${given};\n`;
}

/** A computed name such as `["__proto__"]` is allowed in a type only if it is written as text. */
function printMemberName(name: string): string {
  return name === "__proto__" ? '"__proto__"' : printKey(name);
}

/** A type as an expression. A 64-bit integer is a bigint, raw JSON is unknown. */
export function printType(type: Type): string {
  switch (type.kind) {
    case "text":
      return "string";
    case "boolean":
      return "boolean";
    case "float":
      return "number";
    case "null":
      return "null";
    case "json":
      return "unknown";
    case "integer":
      if (type.size !== "uint64" && type.size !== "int64") return "number";
      return type.wire === "either" ? "bigint | number" : "bigint";
    case "list":
      return `readonly ${grouped(printType(type.item))}[]`;
    case "map":
      return `Readonly<Record<string, ${printType(type.value)}>>`;
    case "nullable":
      return `${printType(type.inner)} | null`;
    case "named":
      return type.name;
  }
}

/** The same with its names qualified: a result is one type of the document, or plain values. */
export function printScopedType(type: Type): string {
  return printType(type).replaceAll(/\b[A-Z]\w*/g, (name) =>
    name === "Readonly" || name === "Record" ? name : `types.${name}`,
  );
}

function grouped(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}

function union(forms: readonly string[]): string {
  return forms.length === 0 ? "never" : forms.join(" | ");
}
