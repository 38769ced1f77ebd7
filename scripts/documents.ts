import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatJson, type JsonValue, parseJson } from "../src/formats/json.ts";
import { dereferenced } from "../src/mock/dereferenced.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Where the generated documents of each profile lie, `spec` first. */
export function documentFolders(): readonly [DocumentFolder, ...DocumentFolder[]] {
  const generated = join(root, "src/generated/documents");
  const profiles = readdirSync(join(root, "openrpc/profiles"))
    .map((file) => file.replace(".json", ""))
    .map((name) => ({ name, from: join(generated, name) }));
  return [{ name: "spec", from: generated }, ...profiles];
}

type DocumentFolder = { readonly name: string; readonly from: string };

/**
 * Writes `<profile>/<api>.json`, the documents as `rpc.discover` answers them, and `<profile>/dereferenced/<api>.json`,
 * the same without references, for tools that cannot follow them. Both are self-contained.
 */
export function writeDocuments(folder: string): void {
  for (const { name, from } of documentFolders()) {
    mkdirSync(join(folder, name, "dereferenced"), { recursive: true });
    for (const file of readdirSync(from).filter((entry) => entry.endsWith(".json"))) {
      const text = readFileSync(join(from, file), "utf8");
      writeFileSync(join(folder, name, file), text);
      const { components: _, ...document } = dereferenced(parseJson(text)) as {
        readonly [name: string]: JsonValue;
      };
      writeFileSync(join(folder, name, "dereferenced", file), `${formatJson(document)}\n`);
    }
  }
}
