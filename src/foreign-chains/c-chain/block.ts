import { keccak256 } from "../../crypto/hash.ts";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import { plainBytes } from "../../pchain/codec/reader.ts";
import { RlpError } from "../c-chain-block.ts";
import { type CChainHeader, readHeader, writeHeader } from "./header.ts";
import { bigEndian, type RlpItem, rlpItem, rlpItems, rlpList, rlpString } from "./rlp.ts";

export type CChainBlockContent = {
  readonly header: CChainHeader;
  /** Each as RLP: a list, or a string with a typed transaction. This node does not read them. */
  readonly transactions: readonly Uint8Array[];
  /** Always empty on a real chain. */
  readonly uncles: readonly Uint8Array[];
  readonly version: number;
  /** Atomic transactions, in the form of the block's era. */
  readonly extData: Uint8Array;
};

/** A block of the C-chain; the ID is the hash of its header. */
export type CChainBlock = CChainBlockContent & { readonly bytes: Uint8Array; readonly id: Id };

/** Throws RlpError. avalanchego graft/coreth/plugin/evm/customtypes/block_ext.go @ v1.15.0-fuji */
export function parseCChainBlock(input: Uint8Array): CChainBlock {
  const bytes = plainBytes(input);
  const items = rlpItems(rlpItem(bytes));
  if (items.length !== 5) throw new RlpError(`expected 5 elements of a block: ${items.length}`);
  const [header, transactions, uncles, version, extData] = items as [
    RlpItem,
    RlpItem,
    RlpItem,
    RlpItem,
    RlpItem,
  ];
  if (extData.isList) throw new RlpError("expected input string for extData");
  return {
    header: readHeader(header),
    transactions: rlpItems(transactions).map(({ encoded }) => encoded),
    uncles: rlpItems(uncles).map(({ encoded }) => encoded),
    version: readVersion(version),
    extData: extData.content,
    bytes,
    id: keccak256(header.encoded),
  };
}

/** Throws FormatError for a header that lacks a field before its last one. */
export function makeCChainBlock(content: CChainBlockContent): CChainBlock {
  const header = writeHeader(content.header);
  const bytes = rlpList([
    header,
    rlpList(content.transactions),
    rlpList(content.uncles),
    rlpString(bigEndian(BigInt(content.version))),
    rlpString(content.extData),
  ]);
  return { ...content, bytes, id: keccak256(header) };
}

/** What `extDataHash` of a header is since Apricot phase 1. avalanchego graft/coreth/plugin/evm/customtypes/hashes_ext.go @ v1.15.0-fuji */
export function extDataHash(extData: Uint8Array): Uint8Array {
  return keccak256(rlpString(extData));
}

/** Whether the hash of the block says what is in its ExtData. */
export function bindsExtData({ header, extData }: CChainBlockContent): boolean {
  return equalBytes(header.extDataHash, extDataHash(extData));
}

function readVersion({ isList, content }: RlpItem): number {
  if (isList || content.length > 4 || content[0] === 0) throw new RlpError("invalid version");
  return content.reduce((value, digit) => value * 256 + digit, 0);
}
