import { readFileSync } from "node:fs";
import type { ClientFile } from "../../clients/language.ts";
import type { ClientModel } from "../../clients/model.ts";

/** What a package is called and described by. */
export type PackageInfo = {
  /** Lower case letters, digits and hyphens, the first a letter: `petstore`. */
  readonly name: string;
  /** Of the document. */
  readonly title: string;
  readonly version: string;
  /** The first server of the document. */
  readonly url: string;
  /** Of the document. */
  readonly license?: { readonly name: string; readonly url: string | undefined } | undefined;
};

/** The licence as registries want it, an SPDX identifier; undefined if its name is not one. */
export function spdx({ license }: PackageInfo): string | undefined {
  const name = license?.name.trim().replaceAll(" ", "-") ?? "";
  const isKnown =
    /^(MIT|MIT-0|ISC|0BSD|Zlib|Unlicense|(Apache|MPL|EPL|EUPL|BSL|CC0|CC-BY|CC-BY-SA|BSD|A?GPL|LGPL)-\d[\w.-]*)$/.test(
      name,
    );
  return isKnown ? name : undefined;
}

/** Renders all files of a client package in one language. */
export type PackageWriter = (model: ClientModel, info: PackageInfo) => readonly ClientFile[];

/** In the bundle, a copy of the runtimes is next to it: see scripts/client-runtimes.ts. */
const clients = new URL(
  import.meta.url.endsWith(".ts") ? "../../../clients/" : "./clients/",
  import.meta.url,
);

/** A file of the hand-written runtime of a language, such as `typescript/src/json.ts`. */
export function runtimeFile(path: string): string {
  return readFileSync(new URL(path, clients), "utf8");
}
