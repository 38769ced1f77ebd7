import { isObject, type Json } from "../json/parse.ts";
import type { Call } from "./call.ts";

/** A call with the client of clients/typescript. */
export function typescript({ method, params, node, path, profile }: Call): string {
  const create = profile === "avalanchego" ? "createAvalanchegoClient" : "createClient";
  const local = method.name.slice(method.name.indexOf(".") + 1);
  const group = groupText(method.name, method.api, method.distinctPaths, path);
  const given = Object.keys(params).length > 0 ? literal(params, "") : "";
  return `import { ${create} } from "couloir-client";

const client = ${create}(${JSON.stringify(node)});

const result = await client${group}.${local}(${given});
console.log(result);`;
}

/** `rpc.discover` is a method of every API, of which one stands here for all. */
function groupText(name: string, api: string, distinctPaths: boolean, path: string): string {
  const [service = ""] = name.split(".");
  if (service === "rpc") return path.startsWith("/ext/index/") ? keyed("index", path) : ".info";
  return distinctPaths ? keyed(api, path) : `.${api}`;
}

function keyed(api: string, path: string): string {
  return `.${api}[${JSON.stringify(path.split("/").slice(3).join("/"))}]`;
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
