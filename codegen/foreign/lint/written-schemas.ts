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
  const named = (kind: string) =>
    Object.entries(objectAt(root["components"], kind)).map(
      ([name, value]): Root => ({ value, way: ["components", kind, name] }),
    );
  return [
    ...schemasOfMethods(root),
    ...named("schemas"),
    ...named("contentDescriptors").flatMap(schemaIn),
  ];
}

/** The schemas of the params and results of methods. */
export function schemasOfMethods(root: JsonObject): Root[] {
  return listAt(root, "methods").flatMap((method, index) => {
    const way = ["methods", index];
    const params = listAt(method, "params").map((value, at) => ({
      value,
      way: [...way, "params", at],
    }));
    const result = { value: objectAt(method, "result"), way: [...way, "result"] };
    return [...params, result].flatMap(schemaIn);
  });
}

/** The schema of a content descriptor. */
function schemaIn({ value, way }: Root): Root[] {
  const schema = isObject(value) ? value["schema"] : undefined;
  return schema === undefined ? [] : [{ value: schema, way: [...way, "schema"] }];
}

function within(schema: Json, way: Way): WrittenSchema[] {
  if (!isObject(schema)) return [];
  return [
    { schema, way },
    ...schemasIn(schema).flatMap(({ value, steps }) => within(value, [...way, ...steps])),
  ];
}
