import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatJson } from "../../src/formats/json.ts";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import { copiedLedger } from "../support/copying/answers-in-postgres.ts";
import { StoredCrossings } from "../support/follow/stored-crossings.ts";
import type { HistoryName } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";
import { ledgerCalls } from "../support/ledger-calls.ts";
import { ledgerQuestions } from "../support/ledger-questions.ts";
import { missingPostgres, TestPostgres } from "../support/postgres.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? [
  "small",
  "etna",
  "helicon-1",
]) as HistoryName[];

const missing = missingPostgres();
if (missing !== undefined) console.log(`answers from PostgreSQL: not tested, since ${missing}`);

/** How many pages of a list are compared. */
const pagesMax = 3;

async function replayed(name: HistoryName) {
  const { source, opened } = await openHistoryChain(name);
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  new StoredCrossings(opened).storeTo(40);
  return opened;
}

describe.skipIf(missing !== undefined)("the ledger in PostgreSQL", () => {
  let server: TestPostgres;

  beforeAll(async () => {
    server = await TestPostgres.start();
  });
  afterAll(() => server?.remove());

  it.each(names)(
    "answers every method as the store does on the history %s",
    async (name) => {
      const opened = await replayed(name);
      const { answers, close } = await copiedLedger(opened, server.url(await server.newDatabase()));
      const now = () => 2_000_000_000n;
      const here = await ledgerCalls(opened, now);
      const there = await ledgerCalls(opened, now, answers);
      const asked = new Map<string, number>();
      for (const { method, params } of ledgerQuestions(opened)) {
        let startAfter: unknown;
        for (let page = 0; page < pagesMax; page++) {
          const isList = "filter" in params;
          const paged = isList
            ? { ...params, page: { limit: 5, ...(startAfter !== undefined && { startAfter }) } }
            : params;
          const expected = await here(method, paged);
          const text = formatJson(paged as never);
          expect(formatJson((await there(method, paged)) as never), `${method} ${text}`).toBe(
            formatJson(expected as never),
          );
          // Such as for an L1 validator that was registered later.
          if (expected.error !== undefined) {
            expect(expected.error.code, `${method} ${text}`).toBe(-32000);
            break;
          }
          asked.set(method, (asked.get(method) ?? 0) + 1);
          startAfter = (expected.result as { nextCursor?: string }).nextCursor;
          if (startAfter === undefined) break;
        }
      }
      expect(asked.size).toBeGreaterThanOrEqual(10);
      await close();
      await opened.close();
    },
    120_000,
  );
});
