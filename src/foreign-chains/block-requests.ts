import type { Network } from "../networks/network.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import type { AtomicRequests } from "../pchain/executor/context.ts";
import { Rejection } from "../pchain/rejection.ts";
import { isBonusBlock } from "./bonus-blocks.ts";
import { parseExtData } from "./c-chain/atomic-tx.ts";
import { bindsExtData, parseCChainBlock } from "./c-chain/block.ts";
import { RlpError } from "./c-chain-block.ts";
import { cChainRequests, xChainRequests } from "./shared-memory.ts";
import { parseXChainBlock } from "./x-chain/block.ts";
import { parseXChainTx } from "./x-chain/tx.ts";

/** What an accepted block of the X-chain changes in shared memory. Throws Rejection for one that cannot be read. */
export function xChainBlockRequests(block: Uint8Array): AtomicRequests {
  return rejecting(() => xChainRequests(parseXChainBlock(block, { bytesMax: Infinity }).txs));
}

/** The same of a transaction that the X-chain accepted before it had blocks. */
export function xChainTxRequests(tx: Uint8Array): AtomicRequests {
  return rejecting(() => xChainRequests([parseXChainTx(tx, { bytesMax: Infinity })]));
}

/**
 * What an accepted block of the C-chain changes in shared memory. Throws Rejection for one that cannot be read or whose
 * header belongs to other atomic transactions. avalanchego graft/coreth/plugin/evm/customtypes/hashes_ext.go @ v1.15.0-fuji
 */
export function cChainBlockRequests(
  block: Uint8Array,
  { id, upgrades: { apricotPhase1, apricotPhase5 } }: Pick<Network, "id" | "upgrades">,
): AtomicRequests {
  return rejecting(() => {
    const parsed = parseCChainBlock(block);
    const { timestamp, number } = parsed.header;
    if (timestamp >= apricotPhase1 && !bindsExtData(parsed)) {
      throw new Rejection("extra data hash mismatch");
    }
    const form = timestamp >= apricotPhase5 ? "batch" : "single";
    const txs = parseExtData(parsed.extData, form, { bytesMax: Infinity });
    return isBonusBlock(id, number) ? [] : cChainRequests(txs);
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
