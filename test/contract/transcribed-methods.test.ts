import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ProfileName } from "../../src/generated/errors.ts";
import { readDeclaredErrors } from "../support/declared-errors.ts";
import { methodsOf } from "../support/send-exchange.ts";
import { readTranscripts } from "../support/transcripts.ts";

const transcripts = readTranscripts();

/** Methods that transcripts of a profile call, and that a transcript in a folder of their name calls. */
function calledIn(profile: ProfileName, place: "anywhere" | "own folder"): Set<string> {
  const ofProfile = transcripts.filter(
    ({ options }) => (options["api-profile"] ?? "spec") === profile,
  );
  return new Set(
    ofProfile.flatMap(({ folder, exchanges }) =>
      exchanges
        .flatMap(({ body }) => methodsOf(body))
        .filter((method) => place === "anywhere" || method === folder),
    ),
  );
}

describe("transcripts", () => {
  it("show each method", () => {
    const shown = calledIn("spec", "own folder");
    const { methods } = readDeclaredErrors("spec");
    expect(methods.filter((method) => !shown.has(method))).toEqual([]);
  });

  it.each(["avalanchego", "avalanchego-1.12"] as const)(
    "show each method that profile %s changes, in that profile",
    (profile) => {
      const url = new URL(`../../openrpc/profiles/${profile}.json`, import.meta.url);
      const { methods } = JSON.parse(readFileSync(url, "utf8")) as { readonly methods: object };
      const shown = calledIn(profile, "anywhere");
      expect(Object.keys(methods).filter((method) => !shown.has(method))).toEqual([]);
    },
  );

  it("are in folders of methods, or of topics that are not methods", () => {
    const known = new Set([
      ...readDeclaredErrors("spec").methods,
      "http",
      "http-health",
      "json-rpc",
    ]);
    const folders = [...new Set(transcripts.map(({ folder }) => folder))];
    expect(folders.filter((folder) => !known.has(folder))).toEqual([]);
  });
});
