import { formatHex } from "../formats/hex.ts";
import type { L1ValidatorChange } from "../generated/data-api/types.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import type { DataContext } from "./operation.ts";

/** The members that name an L1 validator. */
export function l1Names(
  row: Pick<LedgerRow<"l1_validators">, "validation_id" | "node_id" | "subnet_id" | "public_key">,
  { views }: Pick<DataContext, "views">,
) {
  return {
    validationId: views.id(row.validation_id),
    validationIdHex: formatHex(row.validation_id),
    nodeId: views.nodeID(row.node_id),
    subnetId: views.id(row.subnet_id),
    blsCredentials: { publicKey: formatHex(row.public_key) },
  };
}

/** An L1 validator after an event. */
export function l1Change(
  row: LedgerRow<"l1_validators">,
  { weight, balance, change }: LedgerRow<"l1_events">,
  context: Pick<DataContext, "views">,
): L1ValidatorChange {
  return { ...l1Names(row, context), weight, remainingBalance: balance, balanceChange: change };
}
