import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tsImport } from "tsx/esm/api";

/**
 * Writes `<profile>/<api>.json`, the documents as `rpc.discover` answers them, and `<profile>/dereferenced/<api>.json`,
 * the same without references, for tools that cannot follow them. Both are self-contained.
 */
export async function writeDocuments(generated, folder) {
  const { dereferenced } = await tsImport("../src/mock/dereferenced.ts", import.meta.url);
  const { parseJson, formatJson } = await tsImport("../src/formats/json.ts", import.meta.url);
  const profiles = readdirSync(generated, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, from: join(generated, name) }));
  for (const { name, from } of [{ name: "spec", from: generated }, ...profiles]) {
    mkdirSync(join(folder, name, "dereferenced"), { recursive: true });
    for (const file of readdirSync(from).filter((entry) => entry.endsWith(".json"))) {
      const text = readFileSync(join(from, file), "utf8");
      writeFileSync(join(folder, name, file), text);
      const { components: _, ...document } = dereferenced(parseJson(text));
      writeFileSync(join(folder, name, "dereferenced", file), `${formatJson(document)}\n`);
    }
  }
}
