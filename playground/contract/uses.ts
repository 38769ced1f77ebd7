import { isObject, type Json } from "../json/parse.ts";
import type { Contract } from "./contract.ts";

/** Who refers to each component: names of methods, documents and other components, each once, in the order of the page. */
export function usesOf(contract: Contract): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  const note = (component: string, user: string): void => {
    const users = uses.get(component) ?? [];
    uses.set(component, users);
    if (!users.includes(user)) users.push(user);
  };
  for (const { name, params, result, errors } of contract.methods.values()) {
    for (const { schema } of params) visit(schema, (component) => note(component, name));
    visit(result.schema, (component) => note(component, name));
    for (const error of errors) note(error, name);
  }
  for (const { api, errors } of contract.documents) {
    for (const error of errors) note(error, api);
  }
  for (const [name, schema] of contract.schemas)
    visit(schema, (component) => note(component, name));
  return uses;
}

function visit(value: Json, onReference: (name: string) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item as Json, onReference);
    return;
  }
  if (!isObject(value)) return;
  const reference = value["$ref"];
  if (typeof reference === "string") onReference(reference.split("/").at(-1)!);
  for (const member of Object.values(value)) visit(member, onReference);
}
