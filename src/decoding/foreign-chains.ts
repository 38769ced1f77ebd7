import {
  type AtomicTx,
  atomicTx,
  type ExtDataForm,
  encodeExtData,
  parseAtomicTx,
  parseExtData,
} from "../foreign-chains/c-chain/atomic-tx.ts";
import {
  type CChainBlock,
  makeCChainBlock,
  parseCChainBlock,
} from "../foreign-chains/c-chain/block.ts";
import { headerFromJson, headerToJson } from "../foreign-chains/c-chain/header.ts";
import {
  parseXChainBlock,
  xChainBlockFromJson,
  xChainBlockToJson,
} from "../foreign-chains/x-chain/block.ts";
import { parseXChainTx, type XChainTx, xChainTx } from "../foreign-chains/x-chain/tx.ts";
import {
  makeVertex,
  parseVertex,
  type Vertex,
  vertexFault,
  vertexFields,
} from "../foreign-chains/x-chain/vertex.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatHex, parseHex } from "../formats/hex.ts";
import { formatId } from "../formats/id.ts";
import type { JsonValue } from "../formats/json.ts";
import { networkHrp } from "../networks/ids.ts";
import { at, type JsonMembers, listOf, membersOf, textOf } from "../pchain/codec/json-form.ts";
import { id, u32, u64 } from "../pchain/codec/primitives.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import type { DecodeContext, Reading } from "./reading.ts";

type Found = Omit<Reading, "type"> | undefined;

const bytesMax = Number.POSITIVE_INFINITY;

export function readXChainTx(bytes: Uint8Array, context: DecodeContext): Found {
  const tx = parseXChainTx(bytes, { bytesMax });
  const value = xChainTx.toJson(tx, xChain([tx], context));
  return { kind: tx.unsigned.kind, id: formatId(tx.id), value };
}

export function readXChainBlock(bytes: Uint8Array, context: DecodeContext): Found {
  const block = parseXChainBlock(bytes, { bytesMax });
  const value = xChainBlockToJson(block, xChain(block.txs, context));
  return { kind: block.kind, id: formatId(block.id), value };
}

/** Only a vertex that AvalancheGo's rules allow: other bytes could be one too easily. */
export function readVertex(bytes: Uint8Array, context: DecodeContext): Found {
  const vertex = parseVertex(bytes);
  if (vertexFault(vertex) !== undefined) return undefined;
  return { kind: vertex.kind, id: formatId(vertex.id), value: vertexToJson(vertex, context) };
}

export function readAtomicTx(bytes: Uint8Array, context: DecodeContext): Found {
  const tx = parseAtomicTx(bytes, { bytesMax });
  const value = atomicTx.toJson(tx, cChain([tx], context));
  return { kind: tx.unsigned.kind, id: formatId(tx.id), value };
}

export function readCChainBlock(bytes: Uint8Array, context: DecodeContext): Found {
  const block = parseCChainBlock(bytes);
  return { id: formatId(block.id), value: cChainBlockToJson(block, context) };
}

export function encodeXChainTx(json: JsonValue): Uint8Array {
  return xChainTx.fromJson(json).bytes;
}

export function encodeXChainBlock(json: JsonValue): Uint8Array {
  return xChainBlockFromJson(json).bytes;
}

export function encodeAtomicTx(json: JsonValue): Uint8Array {
  return atomicTx.fromJson(json).bytes;
}

/** A transaction in it is hexadecimal text if it is not one of the X-chain. */
export function encodeVertex(json: JsonValue, kind: JsonValue | undefined): Uint8Array {
  if (kind === "StopVertex") return makeVertex(vertexFields.StopVertex.fromJson(json)).bytes;
  if (kind !== "Vertex") {
    throw new FormatError("kind of the vertex: expected Vertex or StopVertex");
  }
  const members = membersOf(json);
  const txs = listOf(members["txs"] ?? null).map((tx, index) =>
    at(`txs[${index}]`, () => (typeof tx === "string" ? parseHex(tx) : encodeXChainTx(tx))),
  );
  return makeVertex({
    kind,
    chainID: at("chainID", () => id.fromJson(members["chainID"] ?? null)),
    height: at("height", () => u64.fromJson(members["height"] ?? null)),
    epoch: at("epoch", () => u32.fromJson(members["epoch"] ?? null)),
    parentIDs: at("parentIDs", () => listOf(members["parentIDs"] ?? null).map(id.fromJson)),
    txs,
  }).bytes;
}

export function encodeCChainBlock(json: JsonValue): Uint8Array {
  const members = membersOf(json);
  return makeCChainBlock({
    header: at("header", () => headerFromJson(members["header"] ?? null)),
    transactions: hexList(members, "transactions"),
    uncles: hexList(members, "uncles"),
    version: at("version", () => u32.fromJson(members["version"] ?? null)),
    extData: at("extData", () => extDataFromJson(members["extData"] ?? null)),
  }).bytes;
}

function vertexToJson(vertex: Vertex, context: DecodeContext): JsonValue {
  if (vertex.kind === "StopVertex") return vertexFields.StopVertex.toJson(vertex, context);
  const txs = vertex.txs.map((bytes) => optional(() => parseXChainTx(bytes)));
  const jsonContext = xChain(
    txs.filter((tx) => tx !== undefined),
    context,
  );
  return {
    ...(vertexFields.Vertex.toJson(vertex, jsonContext) as object),
    txs: txs.map((tx, index) =>
      tx === undefined ? formatHex(vertex.txs[index]!) : xChainTx.toJson(tx, jsonContext),
    ),
  };
}

/** The EVM's transactions stay RLP. */
function cChainBlockToJson(block: CChainBlock, context: DecodeContext): JsonValue {
  return {
    header: headerToJson(block.header),
    transactions: block.transactions.map(formatHex),
    uncles: block.uncles.map(formatHex),
    version: block.version,
    extData: extDataToJson(block.extData, context),
  };
}

/** The block does not say in which form its transactions are: no ExtData is both. */
function extDataToJson(extData: Uint8Array, context: DecodeContext): JsonValue {
  for (const form of ["batch", "single"] as const) {
    const txs = optional(() => parseExtData(extData, form, { bytesMax }));
    if (txs === undefined || txs.length === 0) continue;
    return { form, transactions: txs.map((tx) => atomicTx.toJson(tx, cChain(txs, context))) };
  }
  return formatHex(extData);
}

function extDataFromJson(json: JsonValue): Uint8Array {
  if (typeof json === "string") return parseHex(json);
  const { form = null, transactions = null } = membersOf(json);
  const txs = at("transactions", () => listOf(transactions).map(atomicTx.fromJson));
  return encodeExtData(txs, extDataForm(form, txs.length));
}

function extDataForm(form: JsonValue, count: number): ExtDataForm {
  if (form !== "single" && form !== "batch") {
    throw new FormatError("form: expected single or batch");
  }
  if (form === "single" && count > 1) throw new FormatError("form single has one transaction");
  return form;
}

function hexList(members: JsonMembers, name: string): Uint8Array[] {
  return at(name, () => listOf(members[name] ?? null).map((each) => parseHex(textOf(each))));
}

/** Addresses have the prefix of the network that the first transaction names. */
function xChain([tx]: readonly XChainTx[], { hrp }: DecodeContext) {
  const named = tx === undefined ? hrp : networkHrp(tx.unsigned.baseTx.networkID);
  return { hrp: named, chain: "X" } as const;
}

function cChain([tx]: readonly AtomicTx[], { hrp }: DecodeContext) {
  const named = tx === undefined ? hrp : networkHrp(tx.unsigned.networkID);
  return { hrp: named, chain: "C" } as const;
}

function optional<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
