/*
 * `npx tsx test/dropin/avalanchego/containers/compare.ts --program PATH [--count N] [--seed N]`: compares the codecs of the
 * X- and C-chain with AvalancheGo's and coreth's. PATH is this folder's program, which `go build -ldflags=-checklinkname=0
 * -o PATH ./containers` in test/dropin/avalanchego makes. N random containers of each kind go in each direction, and as many
 * with a broken byte. Prints totals; the exit code is 1 if one differs. `--helicon`: PATH was built with `-tags graft` in the sources of
 * v1.15, and has the batches and headers of Helicon's C-chain, too.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import fc, { type Arbitrary } from "fast-check";
import { keccak256, sha256 } from "../../../../src/crypto/hash.ts";
import {
  atomicTx,
  encodeExtData,
  parseAtomicTx,
  parseExtData,
} from "../../../../src/foreign-chains/c-chain/atomic-tx.ts";
import {
  type CChainHeader,
  headerFromJson,
  headerToJson,
  readHeader,
  writeHeader,
} from "../../../../src/foreign-chains/c-chain/header.ts";
import { rlpItem } from "../../../../src/foreign-chains/c-chain/rlp.ts";
import { RlpError } from "../../../../src/foreign-chains/c-chain-block.ts";
import {
  makeXChainBlock,
  parseXChainBlock,
  xChainBlockFromJson,
  xChainBlockToJson,
} from "../../../../src/foreign-chains/x-chain/block.ts";
import { parseXChainTx, xChainTx } from "../../../../src/foreign-chains/x-chain/tx.ts";
import {
  makeVertex,
  parseVertex,
  vertexFault,
} from "../../../../src/foreign-chains/x-chain/vertex.ts";
import { concatBytes, type Id } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { formatJson, type JsonValue, parseJson } from "../../../../src/formats/json.ts";
import { CodecError, plainBytes } from "../../../../src/pchain/codec/reader.ts";
import { encodeVersioned } from "../../../../src/pchain/codec/versioned.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";
import {
  anyAtomicTx,
  anyAtomicTxs,
  anyCChainBlock,
  anyVertex,
  anyXChainBlock,
  anyXChainTx,
} from "../../../support/foreign-chain-arbitraries.ts";

const { values: options } = parseArgs({
  options: {
    program: { type: "string" },
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    helicon: { type: "boolean", default: false },
  },
});
const { program, count, seed } = options;
if (program === undefined) throw new Error("--program is required");

/** Bytes after reading and encoding again, and the ID. */
type Again = { readonly bytes: Uint8Array; readonly id: Id };

const context = { hrp: "local", chain: "X" } as const;

/** Encodes what was read, and again what its JSON form says if all its text has one: bytes that are not UTF-8 do not. */
function again(direct: Again, json: JsonValue, fromJson: (json: JsonValue) => Again): Again {
  const text = formatJson(json);
  if (text.includes("\ufffd")) return direct;
  const restored = fromJson(parseJson(text));
  return toHex(direct.bytes) === toHex(restored.bytes)
    ? restored
    : { ...direct, bytes: restored.bytes };
}

/** Since Apricot phase 5, and since Helicon. */
function readBatch(bytes: Uint8Array): Again {
  const txs = parseExtData(bytes, "batch");
  if (txs.length === 0) throw new CodecError("no bytes");
  return {
    bytes: encodeExtData(txs, "batch"),
    id: sha256(concatBytes(...txs.map((tx) => tx.id))),
  };
}

const readers: Readonly<Record<string, (bytes: Uint8Array) => Again>> = {
  tx(bytes) {
    const tx = parseXChainTx(bytes);
    const direct = { bytes: encodeVersioned(xChainTx, tx), id: tx.id };
    return again(direct, xChainTx.toJson(tx, context), xChainTx.fromJson);
  },
  block(bytes) {
    const block = parseXChainBlock(bytes);
    const direct = { bytes: makeXChainBlock(block).bytes, id: block.id };
    return again(direct, xChainBlockToJson(block, context), xChainBlockFromJson);
  },
  vertex(bytes) {
    const vertex = parseVertex(bytes);
    const fault = vertexFault(vertex);
    if (fault !== undefined) throw new CodecError(fault);
    return makeVertex(vertex);
  },
  atomic(bytes) {
    const tx = parseAtomicTx(bytes);
    const direct = { bytes: encodeVersioned(atomicTx, tx), id: tx.id };
    return again(direct, atomicTx.toJson(tx, context), atomicTx.fromJson);
  },
  batch: readBatch,
  helicon: readBatch,
  header(bytes) {
    const header = readHeader(rlpItem(plainBytes(bytes)));
    const direct = (read: CChainHeader) => {
      const encoded = writeHeader(read);
      return { bytes: encoded, id: keccak256(encoded) };
    };
    return again(direct(header), headerToJson(header), (json) => direct(headerFromJson(json)));
  },
};

const ours: Readonly<Record<string, Arbitrary<Uint8Array>>> = {
  tx: anyXChainTx.map(({ bytes }) => bytes),
  block: anyXChainBlock.map((block) => makeXChainBlock(block).bytes),
  vertex: anyVertex.map((vertex) => makeVertex(vertex).bytes),
  atomic: anyAtomicTx.map(({ bytes }) => bytes),
  batch: anyAtomicTxs.map((txs) => encodeExtData(txs, "batch")),
  ...(options.helicon && {
    helicon: anyAtomicTxs.map((txs) => encodeExtData(txs, "batch")),
    header: anyCChainBlock.map(({ header }) => writeHeader(header)),
  }),
};

/** The ID, or `-` if the bytes are refused. */
function idOf(kind: string, bytes: Uint8Array): string {
  try {
    const again = readers[kind]!(bytes);
    if (toHex(again.bytes) !== toHex(bytes)) return `changed to ${toHex(again.bytes)}`;
    return formatId(again.id);
  } catch (error) {
    if (error instanceof CodecError || error instanceof RlpError) return "-";
    throw error;
  }
}

const totals: Record<string, { equal: number; refused: number; different: number }> = {};

function compare(direction: string, kind: string, hex: string, id: string): void {
  totals[`${direction} ${kind}`] ??= { equal: 0, refused: 0, different: 0 };
  const total = totals[`${direction} ${kind}`]!;
  const found = idOf(kind, fromHex(hex));
  if (found === id) total[id === "-" ? "refused" : "equal"]++;
  else {
    total.different++;
    process.stdout.write(`${direction} ${kind} ${hex}: ${id}, here ${found}\n`);
  }
}

for await (const line of createInterface({
  input: spawn(program, ["write", count, seed]).stdout,
})) {
  const [kind, hex, id] = line.split(" ") as [string, string, string];
  compare("theirs", kind, hex, id);
}

for (const [kind, arbitrary] of Object.entries(ours)) {
  const containers = fc
    .sample(arbitrary, { numRuns: Number(count), seed: Number(seed) })
    .map((bytes) => toHex(bytes));
  const child = spawn(program, ["read"]);
  child.stdin.end(containers.map((hex) => `${kind} ${hex}\n`).join(""));
  let at = 0;
  for await (const id of createInterface({ input: child.stdout })) {
    compare("ours", kind, containers[at++]!, id);
  }
  if (at !== containers.length) throw new Error(`${at} of ${containers.length} lines of ${kind}`);
}

console.table(totals);
process.exitCode = Object.values(totals).some(({ different }) => different > 0) ? 1 : 0;
