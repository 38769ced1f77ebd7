import { expect, test } from "vitest";
import { readWhole } from "../../../playground/explorer/ledger-list.ts";
import type { NodeReader } from "../../../playground/explorer/node-reader.ts";
import type { JsonObject } from "../../../playground/json/parse.ts";

const changes = Array.from({ length: 2_500 }, (_, ordinal) => ({ ordinal }));

/** Answers with pages of a list. */
const reader = {
  call: async (_path: string, _method: string, params: JsonObject) => {
    const { limit, startAfter = "0" } = params["page"] as { limit: number; startAfter?: string };
    const end = Number(startAfter) + limit;
    return {
      events: changes.slice(Number(startAfter), end),
      ...(end < changes.length && { nextCursor: String(end) }),
    };
  },
} as unknown as NodeReader;

test("a chart of more changes than a page has shows the newest, too", async () => {
  const list = { method: "getL1Validator", member: "events", params: {} };
  expect(await readWhole(reader, list)).toEqual(changes);
});
