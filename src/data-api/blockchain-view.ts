import type { Blockchain } from "../generated/data-api/types.ts";
import type { TxRecord } from "../store/ledger/queries/ledger-queries.ts";
import { evmChainIDOf, genesisView } from "./genesis-view.ts";
import type { DataContext } from "./operation.ts";

/** A blockchain that a transaction created. */
export function blockchainView(
  { id, time, block_height }: TxRecord,
  showsGenesis: boolean,
  context: DataContext,
): Blockchain {
  const { views, queries } = context;
  const unsigned = queries.txs.byID(id)?.tx.unsigned;
  if (unsigned?.kind !== "CreateChainTx") throw new Error("no CreateChainTx created a blockchain");
  const evmChainId = evmChainIDOf(unsigned.genesisData);
  return {
    createBlockTimestamp: time,
    createBlockNumber: block_height.toString(),
    blockchainId: views.id(id),
    vmId: views.id(unsigned.vmID),
    subnetId: views.id(unsigned.subnetID),
    blockchainName: unsigned.chainName,
    ...(evmChainId !== undefined && { evmChainId }),
    ...(showsGenesis && { genesisData: genesisView(unsigned.genesisData) }),
  };
}
