import { equalBytes, type Id } from "../formats/bytes.ts";
import type { Subnet } from "../generated/data-api/types.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import type { OutputOwners } from "../pchain/components/owners.ts";
import type { LedgerQueries } from "../store/ledger/queries/ledger-queries.ts";
import { blockchainView } from "./blockchain-view.ts";
import type { DataContext } from "./operation.ts";
import { managerDetails, ownership } from "./tx-content.ts";

/** The primary network has no owner. */
const noOwner: OutputOwners = { locktime: 0n, threshold: 0, addresses: [] };

/** A subnet as it is now. */
export function subnetView(
  subnetID: Id,
  created: { readonly time: number; readonly block_height: number },
  ledger: LedgerQueries,
  context: DataContext,
): Subnet {
  const { state, views } = context;
  const isPrimary = equalBytes(subnetID, primaryNetworkID);
  const owner = isPrimary ? noOwner : state.subnetOwner(subnetID);
  if (owner === undefined) throw new Error("a subnet has no owner");
  const subnetOwnershipInfo = ownership(owner, context);
  const { addresses: ownerAddresses, threshold, locktime } = subnetOwnershipInfo;
  return {
    createBlockTimestamp: created.time,
    createBlockIndex: created.block_height.toString(),
    subnetId: views.id(subnetID),
    ownerAddresses,
    threshold,
    locktime,
    subnetOwnershipInfo,
    ...conversion(subnetID, ledger, context),
    blockchains: blockchainsOf(subnetID, ledger, context),
  };
}

function conversion(subnetID: Id, ledger: LedgerQueries, context: DataContext) {
  const found = context.state.subnetConversion(subnetID);
  if (found === undefined) return { isL1: false };
  const heights = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const kinds = ["ConvertSubnetToL1Tx"];
  const page = { limit: 1, after: undefined, isDescending: true };
  const [tx] = ledger.txs({ heights, subnetID, kinds }, page).rows;
  const { managerChainID: chainID, managerAddress: address } = found;
  return {
    isL1: true,
    ...(tx !== undefined && { l1ConversionTransactionHash: context.views.id(tx.id) }),
    l1ValidatorManagerDetails: managerDetails({ chainID, address }, context),
  };
}

function blockchainsOf(subnetID: Id, ledger: LedgerQueries, context: DataContext) {
  return context.queries.chains.bySubnet(subnetID).map(({ id }) => {
    const row = ledger.txsByID(id).find(({ status }) => status === "Committed");
    if (row === undefined) throw new Error("a blockchain has no transaction");
    return blockchainView(row, false, context);
  });
}
