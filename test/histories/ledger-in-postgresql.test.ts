import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Id } from "../../src/formats/bytes.ts";
import { formatJson } from "../../src/formats/json.ts";
import { PastAnswers } from "../../src/node/apis/past-answers.ts";
import type { OpenChain } from "../../src/node/chain/open-chain.ts";
import { readEvent } from "../../src/replay/event.ts";
import { Replay } from "../../src/replay/replay.ts";
import { type ChainQueries, withLedger } from "../../src/store/chain-queries.ts";
import { copiedLedger } from "../support/copying/answers-in-postgres.ts";
import { StoredCrossings } from "../support/follow/stored-crossings.ts";
import type { HistoryName } from "../support/histories.ts";
import { openHistoryChain } from "../support/history-chain.ts";
import { ledgerCalls } from "../support/ledger-calls.ts";
import { ledgerQuestions, type Question } from "../support/ledger-questions.ts";
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

type Call = Awaited<ReturnType<typeof ledgerCalls>>;
type Answered = Question & { readonly answer: string };

/** The first pages that a call returns. */
async function pagesOf(call: Call, { method, params }: Question): Promise<Answered[]> {
  const pages: Answered[] = [];
  let startAfter: unknown;
  do {
    const page = { limit: 5, ...(startAfter !== undefined && { startAfter }) };
    const paged = "filter" in params ? { ...params, page } : params;
    const { result, error } = await call(method, paged);
    // Such as for an L1 validator that was registered later.
    if (error !== undefined)
      expect(error.code, `${method} ${formatJson(params as never)}`).toBe(-32000);
    pages.push({ method, params: paged, answer: formatJson((result ?? error) as never) });
    startAfter = (result as { readonly nextCursor?: string } | undefined)?.nextCursor;
  } while (startAfter !== undefined && pages.length < pagesMax);
  return pages;
}

async function expectSame(call: Call, expected: readonly Answered[]): Promise<void> {
  for (const { method, params, answer } of expected) {
    const { result, error } = await call(method, params);
    const text = formatJson((result ?? error) as never);
    expect(text, `${method} ${formatJson(params as never)}`).toBe(answer);
  }
}

/** Removes the rows of heights below one. */
function prune({ store }: OpenChain, below: number): void {
  while (store.together(() => store.ledger.pruning.step(below, 1)));
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
      const database = await server.newDatabase();
      const { answers, close } = await copiedLedger(opened, server.url(database));
      const now = () => 2_000_000_000n;
      const here = await ledgerCalls(opened, now);
      const expected: Answered[] = [];
      for (const question of ledgerQuestions(opened))
        expected.push(...(await pagesOf(here, question)));
      const all = await ledgerCalls(
        opened,
        now,
        (handler) => (params, context, asked) =>
          answers.answer((ledger) => {
            const { queries } = context as unknown as { readonly queries: ChainQueries };
            const reading = { ...(context as object), queries: withLedger(queries, ledger) };
            return handler(params, reading as never, asked);
          }),
      );
      await expectSame(all, expected);
      const terms = await server.query(
        database,
        "SELECT tx_bytes, began_height, ended_height, delegations, delegated FROM validator_terms WHERE began_height IS NOT NULL",
      );
      for (const { tx_bytes, began_height, ended_height, delegations, delegated } of terms) {
        const to = Number(ended_height ?? Number.MAX_SAFE_INTEGER);
        const beganAt = { from: Number(began_height), to };
        const { count, weight } = opened.store.ledgerQueries.delegationsTo(tx_bytes as Id, beganAt);
        expect([delegations, delegated]).toEqual([String(count), String(weight)]);
      }
      const tip = Number(opened.store.blocks.lastAccepted().height);
      const past = new PastAnswers(answers);
      const some = await ledgerCalls(opened, now, (handler) => past.around(handler));
      for (const below of [Math.floor(tip / 2), tip - 2, tip + 1]) {
        prune(opened, below);
        await expectSame(some, expected);
      }
      const rows = opened.store.database().prepare("SELECT count(*) FROM ledger_txs").pluck().get();
      expect(rows).toBe(0);
      expect(new Set(expected.map(({ method }) => method)).size).toBeGreaterThanOrEqual(11);
      await close();
      await opened.close();
    },
    120_000,
  );
});
