import { expect, it } from "vitest";
import { type Answers, dataApi } from "../../../src/data-api/data-api.ts";
import type { DataContext } from "../../../src/data-api/operation.ts";
import { Parts } from "../../../src/data-api/parts.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { openHistoryChain } from "../../support/history-chain.ts";

/** The room of a node whose ledger was off for the first blocks, and has not filled them. */
async function roomWhileFilling() {
  const { source, opened } = await openHistoryChain("small", undefined, ["--ledger=false"]);
  const lines: string[] = [];
  for await (const line of source.lines()) lines.push(line);
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  const half = lines.length >> 1;
  for (const line of lines.slice(0, half)) await replay.apply(readEvent(line));
  replay.commit();
  const { height } = opened.store.blocks.lastAccepted();
  opened.store.beginLedger(opened.context, true);
  for (const line of lines.slice(half)) await replay.apply(readEvent(line));
  replay.commit();
  const parts = new Parts();
  const context = { queries: opened.store, chain: opened.context, parts } as unknown as DataContext;
  const recent: Answers = { get: (_key, make) => make(context) };
  return {
    room: dataApi(
      context,
      () => undefined,
      recent,
      () => {},
    ),
    close: () => opened.close(),
    height,
  };
}

it("returns 503 with the complete heights while the ledger fills", async () => {
  const { room, close, height } = await roomWhileFilling();
  const path = "/v1/networks/fuji/blockchains/p-chain/blocks";
  const answer = await room({
    verb: "GET",
    path,
    query: new URLSearchParams(),
    headers: {},
    body: undefined,
  });
  expect([answer.status, answer.headers]).toEqual([503, ["Retry-After", "5"]]);
  expect(JSON.parse(answer.body)).toEqual({
    message: `The ledger is filling: heights ${Number(height) + 1} to 43 of 43 are complete`,
    error: "Service Unavailable",
    statusCode: 503,
  });
  await close();
});
