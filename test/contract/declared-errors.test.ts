import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProfileName } from "../../src/generated/errors.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import type { Endpoint } from "../../src/generated/profile.ts";
import { callNode } from "../support/call-node.ts";
import { type ErrorAnswer, readDeclaredErrors } from "../support/declared-errors.ts";
import { methodsOf } from "../support/send-exchange.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { readTranscripts } from "../support/transcripts.ts";

/** Errors that no transcript can provoke, of a method or of all, and why. */
const exceptions = JSON.parse(
  readFileSync(new URL("unprovoked-errors.json", import.meta.url), "utf8"),
) as Readonly<Record<string, string>>;

const profiles = [
  "spec",
  "avalanchego",
  "avalanchego-1.12",
] as const satisfies readonly ProfileName[];
const provoked = provokedByTranscripts();

describe.each(profiles)("profile %s", (profile) => {
  const declared = readDeclaredErrors(profile);
  let node: StartedNode;
  let endpoints: readonly Endpoint[];

  beforeAll(async () => {
    node = await startNode({ "api-profile": profile });
    endpoints = Object.values((await loadProfile[profile]()).endpoints);
  });

  afterAll(() => node?.stop());

  it("every method returns InvalidParams for params that are not an object or array", async () => {
    for (const { paths, methods } of endpoints) {
      for (const method of Object.keys(methods)) {
        const { error } = await callNode(node.url, method, ["x"], paths[0]);
        expect(error, method).toBeDefined();
        const found = declared.find(method, error!);
        expect(found, method).toEqual({ name: "InvalidParams", from: "method" });
        provoked.add(`${method}: InvalidParams`);
      }
    }
  });

  it("provokes each error of the protocol", () => {
    for (const name of ["ParseError", "InvalidRequest", "MethodNotFound"]) {
      expect(provoked.has(`${profile}: ${name}`), name).toBe(true);
    }
  });

  it("provokes each error of each method, but for the listed ones", () => {
    const missing = declaredPairs(profile).filter(
      ({ pair, name }) => !provoked.has(pair) && !(pair in exceptions) && !(name in exceptions),
    );
    expect(missing.map(({ pair }) => pair)).toEqual([]);
  });
});

it("lists no error that a transcript provokes, and none that nobody declares", () => {
  const pairs = profiles.flatMap(declaredPairs);
  const needless = Object.keys(exceptions).filter((key) => {
    const meant = pairs.filter(({ pair, name }) => pair === key || name === key);
    return meant.length === 0 || meant.some(({ pair }) => provoked.has(pair));
  });
  expect(needless).toEqual([]);
});

// A profile that replaces the errors of a method once left out some of these, so that its callers got -32603.
it.each(["avalanchego", "avalanchego-1.12"] as const)(
  "profile %s declares what depends on the node's data wherever spec does",
  (profile) => {
    const ofNode = ["IndexUnavailable", "ContainersUnknown", "HistoryMissing"];
    const declared = readDeclaredErrors(profile);
    const missing = declaredPairs("spec").filter(({ pair, name }) => {
      const [method = ""] = pair.split(": ");
      const own = declared.ofMethod(method);
      return ofNode.includes(name) && own?.every((error) => error.name !== name);
    });
    expect(missing).toEqual([]);
  },
);

function declaredPairs(profile: ProfileName) {
  const declared = readDeclaredErrors(profile);
  return declared.methods.flatMap((method) =>
    (declared.ofMethod(method) ?? []).map(({ name }) => ({ pair: `${method}: ${name}`, name })),
  );
}

/** `method: Error` for the errors that transcripts expect, `profile: Error` for those of the protocol. */
function provokedByTranscripts(): Set<string> {
  const found = new Set<string>();
  for (const { options, exchanges } of readTranscripts()) {
    const profile = (options["api-profile"] ?? "spec") as ProfileName;
    for (const { body, expected } of exchanges) {
      const [method] = methodsOf(body);
      for (const error of expectedErrors(expected.body)) {
        const declared = readDeclaredErrors(profile).find(method, error);
        if (declared?.from === "method") found.add(`${method}: ${declared.name}`);
        else if (declared !== undefined) found.add(`${profile}: ${declared.name}`);
      }
    }
  }
  return found;
}

function expectedErrors(body: string): ErrorAnswer[] {
  if (!/^[[{]/.test(body)) return [];
  const answers = [JSON.parse(body)].flat() as { readonly error?: ErrorAnswer }[];
  return answers.flatMap((answer) => (typeof answer?.error === "object" ? [answer.error] : []));
}
