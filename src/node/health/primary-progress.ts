import { storedStart } from "../../follow/stored-chain/chain-start.ts";
import { type GenesisBlocks, genesisBlocks } from "../../foreign-chains/genesis-blocks.ts";
import type { NodeId } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { ChainProgress } from "../../health/checks/chain.ts";
import type { ValidationState } from "../../health/checks/node.ts";
import type { Indexer } from "../../indexer/indexer.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { State } from "../../pchain/state/state.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { parseContainer } from "../../store/container-log.ts";

/**
 * The last block of each chain of the primary network, with proposervm IDs. For X and C, which this node does not run,
 * that is the last mirrored block, or the genesis block.
 */
export function primaryProgress(
  store: ChainStore,
  context: ChainContext,
  indexer: Indexer,
): (alias: "P" | "X" | "C") => ChainProgress | undefined {
  let genesis: GenesisBlocks | undefined;
  return (alias) => {
    if (alias === "P") {
      const { height, id } = store.blocks.lastAccepted();
      return progress(height, formatId(indexer.lastAcceptedID() ?? id));
    }
    const last = indexer.logs[`${alias}/block`].lastAccepted();
    const mirrored = last === undefined ? undefined : parseContainer(last);
    if (mirrored !== undefined) {
      const first = storedStart(alias, store.metadata) ?? 1n;
      return progress(BigInt(mirrored.index) + first, mirrored.id);
    }
    genesis ??= genesisBlocks(store, context);
    const id = genesis[alias];
    return id === undefined ? undefined : progress(0n, formatId(id));
  };
}

function progress(lastAcceptedHeight: bigint, lastAcceptedID: string): ChainProgress {
  return {
    lastAcceptedHeight,
    lastAcceptedID,
    // A block is accepted as soon as it is built.
    processingBlocks: 0,
    longestProcessingNanos: 0n,
  };
}

/** Whether this node validates the primary network now. */
export function validationState(
  nodeID: NodeId,
  state: State,
  isBootstrapped: () => boolean,
): () => ValidationState {
  return () => {
    if (!isBootstrapped()) return "bootstrapping";
    const validator = state.currentValidator(primaryNetworkID, nodeID);
    return validator === undefined ? "not a validator" : "validator";
  };
}
