import type { Call } from "./call.ts";
import { groupOf, indexPath } from "./layout.ts";
import { type Argument, argumentsOf, type TypedValue } from "./typed-value.ts";

/** A call with the client of clients/typescript. */
export function typescript(call: Call): string {
  const { method, node, path, profile } = call;
  const create = profile === "avalanchego" ? "createAvalanchegoClient" : "createClient";
  const local = method.name.slice(method.name.indexOf(".") + 1);
  const group = groupText(method.name, path);
  const members = argumentsOf(call);
  const given = members.length > 0 ? objectLiteral(members, "") : "";
  return `import { ${create} } from "couloir/client";

const client = ${create}(${JSON.stringify(node)});

const result = await client${group}.${local}(${given});
console.log(result);`;
}

function groupText(name: string, path: string): string {
  const key = indexPath(path);
  const group = `.${groupOf(name, path)}`;
  return key === undefined ? group : `${group}[${JSON.stringify(key)}]`;
}

function literal(value: TypedValue, before: string): string {
  switch (value.kind) {
    case "text":
      return JSON.stringify(value.text);
    case "word":
      return JSON.stringify(value.word);
    case "integer":
      return Number.isSafeInteger(Number(value.digits)) ? value.digits : `${value.digits}n`;
    case "boolean":
      return value.text;
    case "decimal":
      return String(Number(value.text));
    case "list": {
      const items = value.items.map((item) => literal(item, `${before}  `));
      return bracketed("[", items, "]", before);
    }
    case "object":
      return objectLiteral(value.members, before);
    case "union":
      return literal(value.form, before);
  }
}

function objectLiteral(members: readonly Argument[], before: string): string {
  const parts = members.map(({ name, value }) => `${key(name)}: ${literal(value, `${before}  `)}`);
  return bracketed("{", parts, "}", before);
}

/** In one line if it is short. */
function bracketed(open: string, parts: readonly string[], close: string, before: string): string {
  const space = open === "{" && parts.length > 0 ? " " : "";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (before.length + line.length <= 48) return line;
  const inner = `${before}  `;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${before}${close}`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
