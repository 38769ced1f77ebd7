import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/formats/json.ts";
import type { ProfileName } from "../../src/generated/errors.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import type { ApiName } from "../../src/generated/profile.ts";
import type { CallAnswer } from "../../src/node/apis/answer-call.ts";
import { documentsOf } from "../../src/node/apis/documents.ts";
import { readExchanges } from "../exchanges/exchange.ts";
import { recordedContainers } from "../exchanges/recorded-containers.ts";
import { startRecordedNode } from "../exchanges/recorded-node.ts";
import { callNode } from "../support/call-node.ts";
import { readDeclaredErrors } from "../support/declared-errors.ts";
import { difference } from "../support/matches.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";

/**
 * Examples whose result a new local node does not return exactly, and why: it returns another value or an error, or the
 * example belongs to a recorded chain, which returns it.
 */
type Exception = { readonly reason: string } & (
  | { readonly answers: "another value" | "an error" }
  | { readonly chain: string }
);

type Example = {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly value: JsonValue }[];
  readonly result: { readonly value: JsonValue };
};

type RpcDocument = {
  readonly methods: readonly { readonly name: string; readonly examples?: readonly Example[] }[];
};

/** The keystore's examples make the user that the P-chain's need; the dev node's move the clock. */
const apiOrder = ["info", "health", "avm", "index", "keystore", "platform", "dev"];

/** So that there is a user until the end. */
const lastMethod = "keystore.deleteUser";

/** The index's examples are of the chain that AvalancheGo recorded, all others of a new network. */
const recording = "v1.12.1-local";

const exceptions = JSON.parse(
  readFileSync(new URL("examples.json", import.meta.url), "utf8"),
) as Readonly<Record<string, Exception>>;

const unused = new Set(Object.keys(exceptions));

describe.each(["spec", "avalanchego", "avalanchego-1.12"] as const)(
  "examples of profile %s",
  (profile) => {
    const cases = examplesOf(profile);
    let node: StartedNode;
    let recorded: StartedNode;

    beforeAll(async () => {
      // The examples show a new chain of today, not the recorded ones.
      const rules = profile === "avalanchego-1.12" ? profile : "newest";
      node = await startNode({ "api-profile": profile, rules });
      recorded = await startRecordedNode({
        now: "2026-11-21T02:47:20Z",
        flags: [`--api-profile=${profile}`],
        containers: recordedContainers(readExchanges(recording)),
        isBootstrapped: true,
      });
    });

    afterAll(async () => {
      await node?.stop();
      await recorded?.stop();
    });

    it.each(cases)("$method: $example.name", async ({ api, method, example }) => {
      const params = Object.fromEntries(example.params.map(({ name, value }) => [name, value]));
      const { endpoints } = await loadProfile[profile]();
      const { paths, methods } = endpoints[api as ApiName]!;
      const key = `${method}: ${example.name}`;
      const exception = exceptions[key];
      const ask = ({ url }: StartedNode) => callNode(url, method, params, paths[0]);
      const isAsExpected = ({ result, error }: CallAnswer) =>
        difference({ result, error }, { result: example.result.value, error: undefined }, key);
      const answer = await ask(api === "index" ? recorded : node);
      const found = isAsExpected(answer);
      if (found === undefined) return;
      expect(exception, found).toBeDefined();
      unused.delete(key);
      if ("chain" in exception!) {
        const other = await startNode({ "api-profile": profile, chain: exception.chain });
        try {
          expect(isAsExpected(await ask(other))).toBeUndefined();
        } finally {
          await other.stop();
        }
      } else if (exception!.answers === "an error") {
        const declared = readDeclaredErrors(profile).find(method, answer.error!);
        expect(declared, key).toMatchObject({ from: "method" });
      } else {
        expect(answer.error, key).toBeUndefined();
        expect(methods[method]!.validateResult(answer.result)).toBeUndefined();
      }
    });
  },
);

it("needs every exception", () => {
  expect([...unused]).toEqual([]);
});

function examplesOf(profile: ProfileName) {
  const documents = [...documentsOf(profile)()].sort(
    ([a], [b]) => apiOrder.indexOf(a) - apiOrder.indexOf(b),
  );
  const all = documents.flatMap(([api, document]) => {
    const { methods } = document as unknown as RpcDocument;
    return methods.flatMap(({ name, examples = [] }) =>
      examples.map((example) => ({ api, method: name, example })),
    );
  });
  // The dev node's examples reset the chain, including its users.
  const turnOf = ({ api, method }: { readonly api: string; readonly method: string }) =>
    api === "dev" ? 2 : method === lastMethod ? 1 : 0;
  return [...all].sort((a, b) => turnOf(a) - turnOf(b));
}
