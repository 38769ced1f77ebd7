import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatJson, type JsonValue, parseJson } from "../src/formats/json.ts";
import { loadProfile } from "../src/generated/load-profile.ts";
import { dereferenced } from "../src/mock/dereferenced.ts";

/** The generated documents of each profile as texts, by API, in the order of the contract; `spec` comes first. */
export async function documentTexts(): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const all = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, load] of Object.entries(loadProfile)) {
    const { endpoints } = await load();
    const texts = Object.values(endpoints).map(
      ({ api, document }) => [api, readFileSync(document, "utf8")] as const,
    );
    all.set(name, new Map(texts));
  }
  return all;
}

/**
 * Writes `<profile>/<api>.json`, the documents as `rpc.discover` answers them, and `<profile>/dereferenced/<api>.json`,
 * the same without references, for tools that cannot follow them. Both are self-contained.
 */
export async function writeDocuments(folder: string): Promise<void> {
  for (const [profile, texts] of await documentTexts()) {
    mkdirSync(join(folder, profile, "dereferenced"), { recursive: true });
    for (const [api, text] of texts) {
      writeFileSync(join(folder, profile, `${api}.json`), text);
      const { components: _, ...document } = dereferenced(parseJson(text)) as {
        readonly [name: string]: JsonValue;
      };
      const plain = `${formatJson(document)}\n`;
      writeFileSync(join(folder, profile, "dereferenced", `${api}.json`), plain);
    }
  }
}
