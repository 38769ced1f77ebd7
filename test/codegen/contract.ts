import { fileURLToPath } from "node:url";
import type { Json } from "../../codegen/load/json.ts";
import { readSources, type SourceFile, type Sources } from "../../codegen/load/read.ts";

/** The folder with the small contract of these tests, laid out like a repository. */
export const toyRoot = fileURLToPath(new URL("fixtures/", import.meta.url));

/** A place in a file and its new value: `/toy/methods/0/name` is in openrpc/toy.json. */
export type Change = { readonly path: string; readonly value?: Json; readonly remove?: true };

/** The small contract with some places changed. */
export function toyContract(changes: readonly Change[] = []): Sources {
  const sources = readSources(toyRoot);
  const change = (file: SourceFile): SourceFile => ({
    ...file,
    json: changes
      .filter(({ path }) => path.startsWith(`/${file.name}/`))
      .reduce((json, each) => apply(json, each) as SourceFile["json"], file.json),
  });
  return {
    common: change(sources.common),
    components: sources.components.map(change),
    discover: sources.discover,
    documents: sources.documents.map(change),
    profiles: sources.profiles.map(change),
  };
}

function apply(json: Json, { path, value, remove }: Change): Json {
  const copy = structuredClone(json);
  const names = path.split("/").slice(2);
  const last = names.pop() ?? "";
  let place = copy as Record<string, Json>;
  for (const name of names) place = place[name] as Record<string, Json>;
  if (remove) delete place[last];
  else place[last] = value as Json;
  return copy;
}
