import { formatHex } from "../../formats/hex.ts";
import { formatTime } from "../../formats/time.ts";
import type { LedgerShare, LedgerTx } from "../../generated/types.ts";
import type { TxRecord } from "../../store/ledger/queries/ledger-queries.ts";
import { addressRoles, type LedgerRow } from "../../store/ledger/schema.ts";
import type { HandlerContext } from "../context.ts";
import { addressText } from "../views/owners.ts";

type Context = Pick<HandlerContext, "chain" | "views">;

/** A transaction as results show it, without what it did to addresses. */
export function txView(row: TxRecord, { views }: Pick<Context, "views">): LedgerTx {
  return {
    txID: views.id(row.id),
    kind: row.kind as LedgerTx["kind"],
    status: row.status as LedgerTx["status"],
    height: row.height.toString(),
    position: row.position,
    time: formatTime(BigInt(row.time)),
    blockID: views.id(row.block_id),
    blockHeight: row.block_height.toString(),
    burned: row.burned.toString(),
    byteCount: row.byte_count,
    ...(row.gas !== null && { gas: row.gas.toString() }),
    ...(row.memo !== null && { memo: formatHex(row.memo) }),
    ...(row.subnet_id !== null && { subnetID: views.id(row.subnet_id) }),
    ...(row.node_id !== null && { nodeID: views.nodeID(row.node_id) }),
    ...(row.chain_id !== null && { chainID: views.id(row.chain_id) }),
    ...(row.validation_id !== null && { validationID: views.id(row.validation_id) }),
    ...(row.staking_tx_id !== null && { stakingTxID: views.id(row.staking_tx_id) }),
    ...(row.source_chain !== null && { sourceChain: views.id(row.source_chain) }),
    ...(row.destination_chain !== null && { destinationChain: views.id(row.destination_chain) }),
  };
}

/** What it did to each address of the filter. */
export function sharesView(
  { shares }: Pick<TxRecord, "shares">,
  { chain }: Pick<Context, "chain">,
): LedgerShare[] {
  return shares.map(({ address, roles, received, sent, staked }) => ({
    address: addressText(address, chain),
    roles: rolesOf(roles),
    received: received.toString(),
    sent: sent.toString(),
    staked: staked.toString(),
  }));
}

type Role = keyof typeof addressRoles;

function rolesOf(sum: LedgerRow<"address_txs">["roles"]): Role[] {
  return (Object.keys(addressRoles) as Role[]).filter((role) => (sum & addressRoles[role]) !== 0);
}
