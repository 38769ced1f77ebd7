import { lintFiles } from "../foreign/lint.ts";
import type { Files } from "../foreign/read.ts";
import type { Bundle } from "../load/bundle.ts";
import { listAt, textAt } from "../load/json.ts";
import type { Finding, Subject } from "./finding.ts";

/**
 * The errors of `couloir contract lint` in each document, as each profile serves it: the meta-schema, examples and links,
 * among others. What several profiles have is named once, with the first of them.
 */
export function findingsOfAnyDocument({ profiles }: Subject): Finding[] {
  const found = new Map<string, Finding>();
  for (const { bundles, source: overlay } of profiles) {
    for (const bundle of bundles) {
      const { findings } = lintFiles(filesOf(bundle));
      for (const { severity, rule, where, text, remedy } of findings) {
        const key = `${where} ${text}`;
        if (severity !== "error" || found.has(key)) continue;
        const place = `${named(where, bundle)}${overlay ? ` with ${overlay.path}` : ""}`;
        found.set(key, { rule, where: place, text: `${text}. ${remedy}` });
      }
    }
  }
  return [...found.values()];
}

/** A bundle refers to no other file. */
function filesOf({ source, json }: Bundle): Files {
  return {
    url: source.path,
    base: source.path,
    root: json,
    locate: (path) => path,
    read: (file) => {
      throw new Error(`${file} is not part of the bundle`);
    },
  };
}

/** `openrpc/toy.json toy.getToy`, and the rest of the pointer. */
function named(where: string, { json }: Bundle): string {
  return where.replace(/#\/methods\/(\d+)/, (_, index: string) => {
    return ` ${textAt(listAt(json, "methods")[Number(index)], "name") ?? `method ${index}`} `;
  });
}
