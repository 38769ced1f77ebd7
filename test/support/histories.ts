import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { JsonValue } from "../../src/formats/json.ts";

/** Chains that AvalancheGo's P-chain VM made, of every era. */
export const historyNames = ["small", "etna", "banff-to-etna", "apricot-to-etna"] as const;

export type HistoryName = (typeof historyNames)[number];

export type RecordedBlock = {
  readonly block: string;
  readonly height: number;
  readonly id: string;
  readonly type: string;
  /** The text of platform.getBlock's `block`. */
  readonly json: string;
  /** The node's clock when it accepted the block, in Unix seconds. */
  readonly clock: number;
  /** The height whose validators verified its warp messages. */
  readonly pChainHeight: number;
};

/** A UTXO that another chain exported to the P-chain. */
export type ExportedUtxo = {
  /** Hexadecimal codec bytes. */
  readonly atomicUTXO: string;
  /** cb58 */
  readonly sourceChain: string;
};

/** Bytes of a block that do not parse. */
export type RefusedBlock = { readonly refused: string; readonly error: string };

/** A transaction given to platform.issueTx. */
export type IssuedTx = { readonly issued: string; readonly error: string | null };

export type History = {
  readonly networkID: number;
  readonly hrp: string;
  readonly avaxAssetID: string;
  /** Content of an upgrade file. */
  readonly upgrades: JsonValue;
  /** Own what the genesis allocates. */
  readonly privateKeys: readonly string[];
  readonly blocks: readonly RecordedBlock[];
  /** What happened, in order: blocks, and what other chains exported in between. */
  readonly events: readonly (RecordedBlock | ExportedUtxo)[];
  readonly refusedBlocks: readonly RefusedBlock[];
  readonly issuedTxs: readonly IssuedTx[];
};

/** Reads test/vectors/histories/<name>.ndjson.gz; its first line tells the source and the chain. */
export function readHistory(name: HistoryName): History {
  const path = new URL(`../vectors/histories/${name}.ndjson.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split("\n");
  const [head, ...events] = lines.map((line) => JSON.parse(line));
  return {
    ...head,
    blocks: events.filter((event) => "block" in event),
    events: events.filter((event) => "block" in event || "atomicUTXO" in event),
    refusedBlocks: events.filter((event) => "refused" in event),
    issuedTxs: events.filter((event) => "issued" in event),
  };
}

/** JSON as Go's encoder writes it into a response. */
export function goJson(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
