import { keccak256 } from "../crypto/hash.ts";
import { equalBytes } from "../formats/bytes.ts";
import { bindsExtData, type CChainBlockContent } from "./c-chain/block.ts";
import { bigEndian, rlpItem, rlpList, rlpString } from "./c-chain/rlp.ts";
import { plainTrieRoot } from "./state-trie.ts";

/**
 * Whether the header of a C-chain block, whose hash is its ID, says what else is in the block. The ID of a block in a
 * proposer's wrapping covers all of it anyway. The header of a block before Apricot phase 1 says nothing of ExtData.
 * avalanchego graft/coreth/plugin/evm/customtypes/block_ext.go @ v1.15.0-fuji
 */
export function isBoundByHeader(block: CChainBlockContent, apricotPhase1: bigint): boolean {
  const { header, transactions, uncles, version } = block;
  if (version !== 0) return false;
  if (!equalBytes(header.sha3Uncles, keccak256(rlpList(uncles)))) return false;
  if (!equalBytes(header.transactionsRoot, transactionsRoot(transactions))) return false;
  return header.timestamp < apricotPhase1 || bindsExtData(block);
}

/** The trie of transactions by their position. A typed transaction is in it without the prefix of a string. */
function transactionsRoot(transactions: readonly Uint8Array[]): Uint8Array {
  return plainTrieRoot(
    transactions.map((encoded, index) => {
      const item = rlpItem(encoded);
      return [rlpString(bigEndian(BigInt(index))), item.isList ? encoded : item.content] as const;
    }),
  );
}
