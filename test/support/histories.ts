import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { JsonValue } from "../../src/formats/json.ts";

/** Chains that AvalancheGo's P-chain VM made, of every era. */
export const historyNames = ["small", "etna", "banff-to-etna", "apricot-to-etna"] as const;

/** Chains that v1.15.0-fuji and v1.15.0 made, under the newest rules. */
export const newestHistoryNames = [
  "helicon-1",
  "helicon-2",
  "helicon-5",
  "etna-to-helicon-1",
  "etna-to-helicon-2",
  "etna-to-helicon-3",
  "etna-to-helicon-7",
  "etna-to-helicon-9",
  "all-1",
  "all-2",
] as const;

export type HistoryName =
  | (typeof historyNames)[number]
  | (typeof newestHistoryNames)[number]
  | "helicon-epochs";

/** The flag with the rules that a history was recorded with. */
export function rulesFlag(name: HistoryName): string {
  const isOld = (historyNames as readonly HistoryName[]).includes(name);
  return `--rules=${isOld ? "avalanchego-1.12" : "newest"}`;
}

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
  /** Content of an upgrade file. */
  readonly upgrades: JsonValue;
  readonly blocks: readonly RecordedBlock[];
  /** What happened, in order: blocks, and what other chains exported in between. */
  readonly events: readonly (RecordedBlock | ExportedUtxo)[];
  readonly refusedBlocks: readonly RefusedBlock[];
  readonly issuedTxs: readonly IssuedTx[];
};

/** Reads the folder of a history, which test/histories/README.md describes. */
export function readHistory(name: HistoryName): History {
  const lines = linesOf(name);
  const shown = new Map(lines.map(shownBlock).filter((block) => block !== undefined));
  const read = lines
    .filter((line) => /"event":"(block|atomicUTXO|refusedBlock|issue)"/.test(line))
    .map((line) => readLine(JSON.parse(line), shown))
    .filter((event) => event !== undefined);
  return {
    networkID: 1337,
    hrp: "custom",
    upgrades: JSON.parse(readFileSync(new URL("upgrade.json", folderOf(name)), "utf8")),
    blocks: read.filter((event) => "block" in event),
    events: read.filter((event) => "block" in event || "atomicUTXO" in event),
    refusedBlocks: read.filter((event) => "refused" in event),
    issuedTxs: read.filter((event) => "issued" in event),
  };
}

/** Of the genesis of a history. */
export function historyGenesisFile(name: HistoryName): URL {
  return new URL("genesis.json", folderOf(name));
}

function folderOf(name: HistoryName): URL {
  return new URL(`../histories/${name}/`, import.meta.url);
}

function linesOf(name: HistoryName): string[] {
  const compressed = readFileSync(new URL("history.ndjson.br", folderOf(name)));
  return brotliDecompressSync(compressed).toString().trimEnd().split("\n");
}

/** ID and text of a block that platform.getBlock showed. */
function shownBlock(line: string): readonly [blockID: string, json: string] | undefined {
  const [, blockID, json] =
    /"method":"platform.getBlock","params":\{"blockID":"(\w+)".*"result":\{"block":(.*),"encoding":"json"\},"id":1\}/.exec(
      line,
    ) ?? [];
  return blockID === undefined || json === undefined ? undefined : [blockID, json];
}

type Line =
  | (Omit<RecordedBlock, "block" | "json"> & { readonly event: "block"; readonly bytes: string })
  | { readonly event: "atomicUTXO"; readonly utxo: string; readonly sourceChain: string }
  | {
      readonly event: "refusedBlock";
      readonly bytes: string;
      readonly stage: "parse" | "verify";
      readonly error: string;
    }
  | {
      readonly event: "issue";
      readonly tx: string;
      readonly response: { readonly error?: { readonly message: string } };
    };

function readLine(
  line: Line,
  shown: ReadonlyMap<string, string>,
): RecordedBlock | ExportedUtxo | RefusedBlock | IssuedTx | undefined {
  switch (line.event) {
    case "block": {
      const { height, id, type, clock, pChainHeight } = line;
      const json = shown.get(id)!;
      return { block: line.bytes.slice(2), height, id, type, json, clock, pChainHeight };
    }
    case "atomicUTXO":
      return { atomicUTXO: line.utxo.slice(2), sourceChain: line.sourceChain };
    case "refusedBlock":
      if (line.stage === "verify") return undefined;
      return { refused: line.bytes.slice(2), error: line.error };
    case "issue":
      return {
        issued: line.tx.slice(2, -checksumDigits),
        error: line.response.error?.message ?? null,
      };
  }
}

/** Of four bytes, behind hexadecimal bytes in an API. */
const checksumDigits = 8;

/** JSON as Go's encoder writes it into a response. */
export function goJson(text: string): string {
  return text.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
