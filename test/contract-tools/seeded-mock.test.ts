import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { methodsIn } from "../../codegen/document-parts.ts";
import { Chaos } from "../../codegen/foreign/mock/chaos.ts";
import { randomOf } from "../../codegen/foreign/mock/random.ts";
import { openAnswers } from "../../codegen/foreign/mock/router.ts";
import { createMockServer } from "../../codegen/foreign/mock/server.ts";
import { withoutPushes } from "../../codegen/foreign/subscriptions/find.ts";
import { Validators } from "../../codegen/foreign/validators.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../codegen/load/json.ts";
import { mockCalls } from "./calls.ts";
import { readDocument, withServer } from "./harness.ts";

const documents = fileURLToPath(new URL("documents/", import.meta.url));
const names = [
  "zoo.json",
  "hostile.json",
  "ledger.json",
  "odd.json",
  "petstore.json",
  "pulse.json",
];

const lottery: JsonObject = {
  openrpc: "1.3.2",
  info: { title: "Lottery", version: "1.0.0" },
  methods: [
    {
      name: "draw",
      params: [{ name: "round", schema: { type: "integer" } }],
      result: {
        name: "ticket",
        schema: {
          type: "object",
          properties: {
            id: { type: "string", pattern: "^[0-9a-f]{8}(-x|-y)?$" },
            amount: { type: "integer", minimum: 5, maximum: 18446744073709551615n },
            numbers: { type: "array", items: { type: "integer", maximum: 49 }, minItems: 1 },
            kind: { enum: ["win", "loss"] },
          },
          required: ["id", "amount", "numbers", "kind"],
        },
      },
      errors: [{ code: 1, message: "no round {round}", data: { retry: true } }],
      examples: [
        { name: "a", params: [{ name: "round", value: 1 }], result: { name: "t", value: "given" } },
      ],
    },
  ],
};

async function draws(seed: string): Promise<Json[]> {
  const answers = await openAnswers(lottery, seed);
  const results: Json[] = [];
  for (let round = 2; round < 42; round++) {
    const outcome = await answers.answer("draw", { round });
    if ("result" in outcome) results.push(outcome.result);
  }
  return results;
}

test("a seed gives the same valid results to the same params, and others to others", async () => {
  const [first, again, other] = [await draws("a"), await draws("a"), await draws("b")];
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
  expect(new Set(first.map((each) => (each as JsonObject)["id"])).size).toBeGreaterThan(35);
  const validators = new Validators(lottery);
  const [method] = methodsIn(lottery);
  for (const each of first) {
    expect(validators.problem(objectAt(method, "result")["schema"] ?? false, each)).toBe(undefined);
  }
});

test("params of an example have its result, with a seed, too", async () => {
  const answers = await openAnswers(lottery, "a");
  expect(await answers.answer("draw", { round: 1 })).toEqual({ result: "given" });
});

test.each(names)("all random results of %s are valid", async (name) => {
  const document = withoutPushes(await readDocument(join(documents, name)));
  const validators = new Validators(document);
  for (const seed of ["1", "2", "3"]) {
    const answers = await openAnswers(document, seed);
    for (const { method, params } of mockCalls(document)) {
      const declared = methodsIn(document).find((each) => each["name"] === method);
      const outcome = await answers.answer(method, params);
      if (!("result" in outcome)) throw new Error(`${method} fails: ${JSON.stringify(outcome)}`);
      if (!isObject(declared) || !("result" in declared)) continue;
      const examples = listAt(declared, "examples").map(
        (each) => objectAt(each, "result")["value"],
      );
      if (examples.includes(outcome.result)) continue;
      const schema = objectAt(declared, "result")["schema"] ?? true;
      expect([method, validators.problem(schema, outcome.result)]).toEqual([method, undefined]);
    }
  }
});

describe("chaos", () => {
  const call = (url: string) =>
    fetch(url, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "draw", params: { round: 1 } }),
    }).then((response) => response.json());

  test("chooses each kind of failure, about as often as the share says", () => {
    const chaos = new Chaos(0.25, randomOf("x"));
    const [method] = methodsIn(lottery);
    const faults = Array.from({ length: 4_000 }, () => chaos.next(method));
    const failed = faults.filter((fault) => fault !== undefined);
    expect(failed.length).toBeGreaterThan(850);
    expect(failed.length).toBeLessThan(1_150);
    const kinds = new Set(failed.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(["error", "delay", "drop"]));
    const delays = failed.flatMap((fault) => (fault.kind === "delay" ? [fault.delayMs] : []));
    expect(Math.max(...delays)).toBeLessThanOrEqual(2_000);
    const error = { code: 1, message: "no round text", data: { retry: true } };
    expect(failed.find(({ kind }) => kind === "error")).toEqual({ kind: "error", error });
  });

  test("fails calls with declared errors and broken connections", async () => {
    const server = createMockServer(lottery, { chaos: 1, seed: "3" });
    const outcomes = await withServer(server, (url) =>
      Promise.allSettled(Array.from({ length: 12 }, () => call(url))),
    );
    const error = { code: 1, message: "no round text", data: { retry: true } };
    expect(outcomes).toContainEqual(
      expect.objectContaining({ value: { jsonrpc: "2.0", id: 1, error } }),
    );
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
  });
});
