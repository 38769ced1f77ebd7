import { sha256 } from "../../crypto/hash.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { JsonValue } from "../../formats/json.ts";
import { type Release, releases } from "../../networks/release.ts";
import type { JsonContext } from "../codec/field.ts";
import { id, u64 } from "../codec/primitives.ts";
import { plainBytes, type RegisteredTypes } from "../codec/reader.ts";
import { kindStruct, slice } from "../codec/struct.ts";
import { registerTypes, union } from "../codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import { embeddedTx, type Tx, txToJson } from "../txs/tx.ts";
import { txCodecTypes, txCodecTypesOf } from "../txs/unsigned-tx.ts";
import { blockTypes } from "../wire-types.ts";

type Link = { readonly parentID: Id; readonly height: bigint };
/** Unix seconds. */
type Timed = { readonly time: bigint };

export type ApricotProposalBlock = Link & {
  readonly kind: "ApricotProposalBlock";
  readonly tx: Tx;
};
export type ApricotAbortBlock = Link & { readonly kind: "ApricotAbortBlock" };
export type ApricotCommitBlock = Link & { readonly kind: "ApricotCommitBlock" };
export type ApricotStandardBlock = Link & {
  readonly kind: "ApricotStandardBlock";
  readonly txs: readonly Tx[];
};
export type ApricotAtomicBlock = Link & { readonly kind: "ApricotAtomicBlock"; readonly tx: Tx };
/** `txs` are executed before the proposal `tx`. */
export type BanffProposalBlock = Link &
  Timed & { readonly kind: "BanffProposalBlock"; readonly txs: readonly Tx[]; readonly tx: Tx };
export type BanffAbortBlock = Link & Timed & { readonly kind: "BanffAbortBlock" };
export type BanffCommitBlock = Link & Timed & { readonly kind: "BanffCommitBlock" };
export type BanffStandardBlock = Link &
  Timed & { readonly kind: "BanffStandardBlock"; readonly txs: readonly Tx[] };

/** The content of a block, without its bytes. */
export type BlockContent =
  | ApricotProposalBlock
  | ApricotAbortBlock
  | ApricotCommitBlock
  | ApricotStandardBlock
  | ApricotAtomicBlock
  | BanffProposalBlock
  | BanffAbortBlock
  | BanffCommitBlock
  | BanffStandardBlock;

export type BlockKind = BlockContent["kind"];

/** A block with its bytes, codec version included; the ID is their sha256. */
export type Block = BlockContent & { readonly bytes: Uint8Array; readonly id: Id };

const txs = slice(embeddedTx);
const link = { parentID: id, height: u64 };

/** Fields in wire order. avalanchego vms/platformvm/block @ v1.12.1 */
const contentFields = {
  ApricotProposalBlock: kindStruct<ApricotProposalBlock>("ApricotProposalBlock", {
    ...link,
    tx: embeddedTx,
  }),
  ApricotAbortBlock: kindStruct<ApricotAbortBlock>("ApricotAbortBlock", link),
  ApricotCommitBlock: kindStruct<ApricotCommitBlock>("ApricotCommitBlock", link),
  ApricotStandardBlock: kindStruct<ApricotStandardBlock>("ApricotStandardBlock", {
    ...link,
    txs,
  }),
  ApricotAtomicBlock: kindStruct<ApricotAtomicBlock>("ApricotAtomicBlock", {
    ...link,
    tx: embeddedTx,
  }),
  BanffProposalBlock: kindStruct<BanffProposalBlock>("BanffProposalBlock", {
    time: u64,
    txs,
    ...link,
    tx: embeddedTx,
  }),
  BanffAbortBlock: kindStruct<BanffAbortBlock>("BanffAbortBlock", { time: u64, ...link }),
  BanffCommitBlock: kindStruct<BanffCommitBlock>("BanffCommitBlock", { time: u64, ...link }),
  BanffStandardBlock: kindStruct<BanffStandardBlock>("BanffStandardBlock", {
    time: u64,
    ...link,
    txs,
  }),
};

const content = union<BlockContent>({
  interfaceName: "block.Block",
  types: blockTypes,
  fields: contentFields,
});

const blockOnlyTypes = registerTypes(blockTypes);
const types: RegisteredTypes = { ...blockOnlyTypes, ...txCodecTypes };
const typesBeforeHelicon: RegisteredTypes = {
  ...blockOnlyTypes,
  ...txCodecTypesOf({ knowsHelicon: false }),
};

type ParseOptions = {
  readonly bytesMax?: number;
  /** The release whose codec reads the block; the newest by default. */
  readonly release?: Pick<Release, "knowsHelicon" | "codecBytesMax">;
};

/** Throws CodecError. */
export function parseBlock(input: Uint8Array, { bytesMax, release }: ParseOptions = {}): Block {
  const bytes = plainBytes(input);
  const known = release?.knowsHelicon === false ? typesBeforeHelicon : types;
  const parsed = decodeVersioned(content, bytes, {
    types: known,
    bytesMax: bytesMax ?? (release ?? releases.newest).codecBytesMax,
  });
  return { ...parsed, bytes, id: sha256(bytes) };
}

export function makeBlock<T extends BlockContent>(value: T): T & Pick<Block, "bytes" | "id"> {
  const bytes = encodeVersioned(content, value);
  return { ...value, bytes, id: sha256(bytes) };
}

/** The transactions of a block in execution order. */
export function blockTxs(block: BlockContent): readonly Tx[] {
  const decided = "txs" in block ? block.txs : [];
  return "tx" in block ? [...decided, block.tx] : decided;
}

/** Members are in the order in which Go declares them. */
export function blockToJson(block: Block, context: JsonContext): JsonValue {
  return {
    ...("time" in block ? { time: block.time } : {}),
    ...(block.kind === "BanffProposalBlock" ? { txs: txs.toJson(block.txs, context) } : {}),
    parentID: formatId(block.parentID),
    height: block.height,
    id: formatId(block.id),
    ...lastMember(block, context),
  };
}

/** Reads what `blockToJson` writes; the ID follows from the rest. Throws FormatError. */
export function blockFromJson(json: JsonValue, kind: BlockKind): Block {
  const value: BlockContent = contentFields[kind].fromJson(json);
  return makeBlock(value);
}

function lastMember(block: Block, context: JsonContext): Record<string, JsonValue> {
  if ("tx" in block) return { tx: txToJson(block.tx, context) };
  if ("txs" in block) return { txs: txs.toJson(block.txs, context) };
  return {};
}
