import { isObject, type Json } from "../json/parse.ts";
import type { Call } from "./call.ts";
import { groupOf, indexPath } from "./layout.ts";

/** A call with the client of clients/typescript. */
export function typescript({ method, params, node, path, profile }: Call): string {
  const create = profile === "avalanchego" ? "createAvalanchegoClient" : "createClient";
  const local = method.name.slice(method.name.indexOf(".") + 1);
  const group = groupText(method.name, path);
  const given = Object.keys(params).length > 0 ? literal(params, "") : "";
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

function literal(value: Json, before: string): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${before}  `;
  const parts = isObject(value)
    ? Object.entries(value).map(([name, member]) => `${key(name)}: ${literal(member, inner)}`)
    : (value as readonly Json[]).map((item) => literal(item, inner));
  const [open, close] = isObject(value) ? ["{", "}"] : ["[", "]"];
  const space = isObject(value) && parts.length > 0 ? " " : "";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (before.length + line.length <= 48) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${before}${close}`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
