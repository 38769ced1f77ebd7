import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatJson, type JsonValue } from "../src/formats/json.ts";
import type { ProfileName } from "../src/generated/errors.ts";
import { formatJson as printJson } from "../src/generated/load/json.ts";
import { loadProfile } from "../src/generated/load-profile.ts";
import { documentsOf } from "../src/node/apis/documents.ts";
import { dereferenced } from "./dereferenced.ts";

/** The documents of each profile, by API, in the order of the contract; `spec` comes first. */
export function documentsOfProfiles(): ReadonlyMap<string, ReadonlyMap<string, JsonValue>> {
  const names = Object.keys(loadProfile) as ProfileName[];
  return new Map(names.map((name) => [name, documentsOf(name)()]));
}

/**
 * Writes `<profile>/<api>.json`, the documents as `rpc.discover` answers them, and `<profile>/dereferenced/<api>.json`,
 * the same without references, for tools that cannot follow them. Both are self-contained.
 */
export function writeDocuments(folder: string): void {
  for (const [profile, documents] of documentsOfProfiles()) {
    mkdirSync(join(folder, profile, "dereferenced"), { recursive: true });
    for (const [api, json] of documents) {
      writeFileSync(join(folder, profile, `${api}.json`), printJson(json));
      const { components: _, ...document } = dereferenced(json) as {
        readonly [name: string]: JsonValue;
      };
      const plain = `${formatJson(document)}\n`;
      writeFileSync(join(folder, profile, "dereferenced", `${api}.json`), plain);
    }
  }
}
