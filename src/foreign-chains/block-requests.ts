import type { Network } from "../networks/network.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import type { AtomicRequests } from "../pchain/executor/context.ts";
import { Rejection } from "../pchain/rejection.ts";
import { isBonusBlock } from "./bonus-blocks.ts";
import { parseExtData } from "./c-chain/atomic-tx.ts";
import { bindsExtData, parseCChainBlock } from "./c-chain/block.ts";
import { RlpError } from "./c-chain-block.ts";
import { type Crossing, cChainCrossings, xChainCrossings } from "./crossings.ts";
import { cChainRequests, xChainRequests } from "./shared-memory.ts";
import { parseXChainBlock } from "./x-chain/block.ts";
import { parseXChainTx, type XChainTx } from "./x-chain/tx.ts";

/** What an accepted container changes in shared memory. */
export type ContainerChanges = {
  readonly requests: AtomicRequests;
  /** What came to the P-chain or from it. */
  readonly crossings: readonly Crossing[];
  /** Of a block; a transaction from before the X-chain had blocks has none. */
  readonly block?: { readonly height: bigint; readonly time: bigint };
  /** The height of a block of the C-chain whose hash does not cover its atomic transactions. */
  readonly unboundHeight?: bigint;
};

/** What an accepted block of the X-chain changes in shared memory. Throws Rejection for one that cannot be read. */
export function xChainBlockChanges(block: Uint8Array): ContainerChanges {
  return rejecting(() => {
    const { height, time, txs } = parseXChainBlock(block, { bytesMax: Infinity });
    return { ...xChainChanges(txs), block: { height, time } };
  });
}

/** The same of a transaction that the X-chain accepted before it had blocks. */
export function xChainTxChanges(tx: Uint8Array): ContainerChanges {
  return rejecting(() => xChainChanges([parseXChainTx(tx, { bytesMax: Infinity })]));
}

function xChainChanges(txs: readonly XChainTx[]): ContainerChanges {
  return { requests: xChainRequests(txs), crossings: xChainCrossings(txs) };
}

/**
 * What an accepted block of the C-chain changes in shared memory. Throws Rejection for one that cannot be read or whose
 * header belongs to other atomic transactions. avalanchego graft/coreth/plugin/evm/customtypes/hashes_ext.go @ v1.15.0-fuji
 */
export function cChainBlockChanges(
  block: Uint8Array,
  { id, upgrades: { apricotPhase1, apricotPhase5 } }: Pick<Network, "id" | "upgrades">,
): ContainerChanges {
  return rejecting(() => {
    const parsed = parseCChainBlock(block);
    const { timestamp, number } = parsed.header;
    const isBound = timestamp >= apricotPhase1;
    if (isBound && !bindsExtData(parsed)) {
      throw new Rejection("extra data hash mismatch");
    }
    const form = timestamp >= apricotPhase5 ? "batch" : "single";
    const txs = parseExtData(parsed.extData, form, { bytesMax: Infinity });
    const isBonus = isBonusBlock(id, number);
    return {
      requests: isBonus ? [] : cChainRequests(txs),
      crossings: isBonus ? [] : cChainCrossings(txs),
      block: { height: number, time: timestamp },
      ...(!isBound && { unboundHeight: number }),
    };
  });
}

function rejecting<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CodecError || error instanceof RlpError) {
      throw new Rejection(error.message);
    }
    throw error;
  }
}
