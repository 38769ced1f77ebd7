import { nameOf } from "../../document-parts.ts";
import { type Json, type JsonObject, listAt, objectAt } from "../../load/json.ts";
import type { Way } from "../places.ts";
import type { Found } from "./finding.ts";
import { writtenSchemas } from "./written-schemas.ts";

/** Names that are the same in some language: they differ only in case or in characters that it does not allow. */
export function similarNames(root: JsonObject): Found[] {
  const methods = listAt(root, "methods");
  const named = (list: readonly Json[], way: Way) =>
    list.map((each, index) => ({ name: nameOf(each), way: [...way, index] }));
  const components = Object.keys(objectAt(root["components"], "schemas"));
  return [
    ...similar(named(methods, ["methods"])),
    ...methods.flatMap((method, index) =>
      similar(named(listAt(method, "params"), ["methods", index, "params"])),
    ),
    ...similar(components.map((name) => ({ name, way: ["components", "schemas", name] }))),
    ...writtenSchemas(root).flatMap(({ schema, way }) =>
      similar(
        Object.keys(objectAt(schema, "properties")).map((name) => ({
          name,
          way: [...way, "properties", name],
        })),
      ),
    ),
  ];
}

function similar(all: readonly { readonly name: string; readonly way: Way }[]): Found[] {
  const firsts = new Map<string, string>();
  return all.flatMap(({ name, way }): Found[] => {
    const key = name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
    const first = firsts.get(key);
    if (key === "" || first === undefined) {
      firsts.set(key, name);
      return [];
    }
    if (first === name) return [];
    const text = `${shown(name)} and ${shown(first)} differ only in case or punctuation`;
    return [{ rule: "similar-names", way, text }];
  });
}

/** A name with characters that could control a terminal is quoted. */
function shown(name: string): string {
  return /^[\w.$/:-]+$/.test(name) ? name : JSON.stringify(name);
}
