import { fileURLToPath } from "node:url";
import type { JsonValue } from "../../formats/json.ts";
import type { ProfileName } from "../../generated/errors.ts";
import { bundleNamed } from "../../generated/load/bundle.ts";
import { readSources } from "../../generated/load/read.ts";

/** A function that returns the documents of a profile by API. The first call makes them from `openrpc/`. */
export function documentsOf(profile: ProfileName): () => ReadonlyMap<string, JsonValue> {
  let documents: ReadonlyMap<string, JsonValue> | undefined;
  return () => {
    documents ??= makeDocuments(profile);
    return documents;
  };
}

/** The documents of a profile by API, with the cause and remedy of each error. */
export function explainedDocuments(profile: ProfileName): ReadonlyMap<string, JsonValue> {
  return makeDocuments(profile, true);
}

function makeDocuments(profile: ProfileName, isExplained = false): ReadonlyMap<string, JsonValue> {
  const sources = readSources(fileURLToPath(new URL("../../../", import.meta.url)));
  const { bundles } = bundleNamed(sources, profile, isExplained);
  return new Map(bundles.map(({ api, json }) => [api, json]));
}
