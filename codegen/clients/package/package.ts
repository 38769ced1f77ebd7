import { readFileSync } from "node:fs";
import type { ClientFile, PackageInfo } from "../language.ts";

/** The licence as registries want it, an SPDX identifier; undefined if its name is not one. */
export function spdx({ license }: PackageInfo): string | undefined {
  const name = license?.name.trim().replaceAll(" ", "-") ?? "";
  const isKnown =
    /^(MIT|MIT-0|ISC|0BSD|Zlib|Unlicense|(Apache|MPL|EPL|EUPL|BSL|CC0|CC-BY|CC-BY-SA|BSD|A?GPL|LGPL)-\d[\w.-]*)$/.test(
      name,
    );
  return isKnown ? name : undefined;
}

/** In the bundle, a copy of the runtimes is next to it: see scripts/client-runtimes.ts. */
const clients = new URL(
  import.meta.filename.endsWith(".ts") ? "../../../clients/" : "./clients/",
  import.meta.url,
);

/** Files of the hand-written runtime of a language. The `*` of `from` and of their `path` stands for the name of each. */
export function runtimeFiles(from: string, names: readonly string[], path: string): ClientFile[] {
  return names.map((name) => ({
    path: path.replace("*", name),
    text: runtimeFile(from.replace("*", name)),
  }));
}

/** A file of the hand-written runtime of a language, such as `typescript/src/json.ts`. */
export function runtimeFile(path: string): string {
  return readFileSync(new URL(path, clients), "utf8");
}
