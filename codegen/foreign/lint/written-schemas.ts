import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../load/json.ts";
import type { Way } from "../places.ts";
import { schemasIn } from "../schema-parts.ts";

/** A schema that is written in a file, not behind a reference, and the way to it. */
export type WrittenSchema = { readonly schema: JsonObject; readonly way: Way };

/** Every schema in an OpenRPC document as it is written, those inside others included. */
export function writtenSchemas(root: JsonObject): WrittenSchema[] {
  return rootsOf(root).flatMap(({ value, way }) => within(value, way));
}

/** Returns the document with `change` applied to every schema, those inside first. */
export function mapWrittenSchemas(root: JsonObject, change: (schema: Json) => Json): JsonObject {
  const copy = structuredClone(root);
  for (const { way } of rootsOf(root)) {
    const last = way.at(-1) as string;
    let parent = copy as unknown as Record<string | number, never>;
    for (const step of way.slice(0, -1)) parent = parent[step] as never;
    parent[last] = change(parent[last] as unknown as Json) as never;
  }
  return copy;
}

type Root = { readonly value: Json; readonly way: Way };

function rootsOf(root: JsonObject): Root[] {
  const { components } = root;
  const inDescriptor = (descriptor: Json | undefined, way: Way): Root[] =>
    isObject(descriptor) && descriptor["schema"] !== undefined
      ? [{ value: descriptor["schema"], way: [...way, "schema"] }]
      : [];
  const named = (kind: string) => Object.entries(objectAt(components, kind));
  return [
    ...listAt(root, "methods").flatMap((method, index) => [
      ...listAt(method, "params").flatMap((param, at) =>
        inDescriptor(param, ["methods", index, "params", at]),
      ),
      ...inDescriptor(isObject(method) ? method["result"] : undefined, [
        "methods",
        index,
        "result",
      ]),
    ]),
    ...named("schemas").map(([name, value]) => ({ value, way: ["components", "schemas", name] })),
    ...named("contentDescriptors").flatMap(([name, value]) =>
      inDescriptor(value, ["components", "contentDescriptors", name]),
    ),
  ];
}

function within(schema: Json, way: Way): WrittenSchema[] {
  if (!isObject(schema)) return [];
  return [
    { schema, way },
    ...schemasIn(schema).flatMap(({ value, steps }) => within(value, [...way, ...steps])),
  ];
}
