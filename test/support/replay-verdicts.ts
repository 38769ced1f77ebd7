import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { Chain } from "../../src/chain/chain.ts";
import { prefersCommit } from "../../src/chain/prefers-commit.ts";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { parseJson } from "../../src/formats/json.ts";
import type { ReleaseName } from "../../src/networks/release.ts";
import { type Block, parseBlock } from "../../src/pchain/blocks/block.ts";
import { CodecError } from "../../src/pchain/codec/reader.ts";
import { decodeUtxo } from "../../src/pchain/components/utxo.ts";
import { Rejection } from "../../src/pchain/rejection.ts";
import { parseTx } from "../../src/pchain/txs/tx.ts";
import { readEvent } from "../../src/replay/event.ts";
import type { ChainStore } from "../../src/store/chain-store.ts";
import { openGenesisChain, recordedGenesis } from "./genesis-chain.ts";
import type { HistoryName } from "./histories.ts";
import { historyFolder } from "./history-chain.ts";

/** What a replay of the engine alone compared, and where it differs from the recording. */
export type Verdicts = {
  blocks: number;
  issued: number;
  refusedBlocks: number;
  preferences: number;
  readonly differences: string[];
};

/** Lets the blocks, transactions and refused blocks of a recorded chain happen again. */
export function replayVerdicts(
  name: HistoryName,
  release: ReleaseName,
): Verdicts & { readonly store: ChainStore } {
  const read = (file: string) => readFileSync(`${historyFolder(name)}/${file}`);
  const opened = openGenesisChain(
    recordedGenesis(name),
    parseJson(read("upgrade.json").toString()),
    release,
  );
  const { store, chain: context } = opened;
  let now = 0n;
  const chain = new Chain({ store, context, clock: { nowSeconds: () => now } });
  const verdicts = {
    blocks: 0,
    issued: 0,
    refusedBlocks: 0,
    preferences: 0,
    differences: [] as string[],
  };
  const expect = (what: string, ours: string | undefined, theirs: string | undefined) => {
    if (ours !== theirs) verdicts.differences.push(`${what}: ${ours} instead of ${theirs}`);
  };
  for (const line of brotliDecompressSync(read("history.ndjson.br"))
    .toString()
    .trimEnd()
    .split("\n")) {
    if (/"event":"(ask|peer)"/.test(line)) continue;
    const event = readEvent(line);
    if ("clock" in event) now = event.clock ?? now;
    switch (event.event) {
      case "block": {
        const block = parseBlock(event.bytes);
        chain.acceptBlock(block, event.pChainHeight!);
        verdicts.blocks++;
        const preferred = preferenceOf(line, block, opened);
        if (preferred === undefined) break;
        verdicts.preferences++;
        expect(`preference at ${block.height}`, preferred.ours, preferred.theirs);
        break;
      }
      case "issue":
        verdicts.issued++;
        expect(event.kind, issueError(event.tx, chain), event.response.error?.message);
        break;
      case "refusedBlock":
        verdicts.refusedBlocks++;
        expect("block", blockError(event, chain), event.error);
        break;
      case "atomicUTXO":
        store.putAtomicUtxo(event.sourceChain, decodeUtxo(event.utxo));
        break;
      case "drop": {
        const waiting = chain.mempool.get(event.txID);
        if (waiting !== undefined) chain.drop(waiting, event.reason);
        break;
      }
    }
  }
  return { ...verdicts, store };
}

/** The option that the recording node preferred, and ours at the uptime that it decided by. */
function preferenceOf(
  line: string,
  block: Block,
  { store, chain }: ReturnType<typeof openGenesisChain>,
): { readonly ours: string; readonly theirs: string } | undefined {
  const { preferred, uptime } = JSON.parse(line) as { preferred?: string; uptime?: number };
  if (preferred === undefined || uptime === undefined || !("tx" in block)) return undefined;
  const commits = prefersCommit(block.tx, store.state, chain.network, () => uptime);
  return { ours: commits ? "commit" : "abort", theirs: preferred };
}

function issueError(text: string, chain: Chain): string | undefined {
  try {
    const refusal = chain.issue(parseTx(decodeBytes(text, "hex")));
    return refusal === undefined ? undefined : `couldn't issue tx: ${refusal}`;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return `couldn't parse tx: couldn't parse tx: ${error.message}`;
  }
}

function blockError(
  { bytes, stage, pChainHeight }: { bytes: Uint8Array; stage: string; pChainHeight: bigint },
  chain: Chain,
): string | undefined {
  try {
    const block = parseBlock(bytes);
    if (stage !== "parse") chain.verifyBlock(block, pChainHeight);
    return undefined;
  } catch (error) {
    if (error instanceof CodecError || error instanceof Rejection) return error.message;
    throw error;
  }
}
