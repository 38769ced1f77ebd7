import { formatHex } from "../../formats/hex.ts";
import { formatTime } from "../../formats/time.ts";
import type { LedgerShare, LedgerTx } from "../../generated/types.ts";
import type { TxRecord } from "../../store/ledger/queries/ledger-queries.ts";
import { addressRoles, type LedgerRow } from "../../store/ledger/schema.ts";
import type { HandlerContext } from "../context.ts";

type Context = Pick<HandlerContext, "chain" | "views">;

/** A transaction as results show it, without what it did to addresses. */
export function txView(row: TxRecord, { views }: Pick<Context, "views">): Writable<LedgerTx> {
  // Assigned, not spread: a page has up to a thousand of them.
  const view: Writable<LedgerTx> = {
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
  };
  if (row.gas !== null) view.gas = row.gas.toString();
  if (row.memo !== null) view.memo = formatHex(row.memo);
  if (row.subnet_id !== null) view.subnetID = views.id(row.subnet_id);
  if (row.node_id !== null) view.nodeID = views.nodeID(row.node_id);
  if (row.chain_id !== null) view.chainID = views.id(row.chain_id);
  if (row.validation_id !== null) view.validationID = views.id(row.validation_id);
  if (row.staking_tx_id !== null) view.stakingTxID = views.id(row.staking_tx_id);
  if (row.source_chain !== null) view.sourceChain = views.id(row.source_chain);
  if (row.destination_chain !== null) view.destinationChain = views.id(row.destination_chain);
  return view;
}

/** What it did to each address of the filter. */
export function sharesView(
  { shares }: Pick<TxRecord, "shares">,
  { chain, views }: Context,
): LedgerShare[] {
  return shares.map(({ address, roles, received, sent, staked }) => ({
    address: views.address(address, chain),
    roles: rolesOf(roles),
    received: received.toString(),
    sent: sent.toString(),
    staked: staked.toString(),
  }));
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

type Role = keyof typeof addressRoles;

function rolesOf(sum: LedgerRow<"address_txs">["roles"]): Role[] {
  return (Object.keys(addressRoles) as Role[]).filter((role) => (sum & addressRoles[role]) !== 0);
}
