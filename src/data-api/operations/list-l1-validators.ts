import { compareBytes } from "../../formats/bytes.ts";
import type { L1Validator } from "../../generated/data-api/types.ts";
import type {
  L1Record,
  LedgerPlace,
  LedgerQueries,
} from "../../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../../store/ledger/queries/unread.ts";
import { requireNetwork } from "../chain.ts";
import { idParam, nodeIDParam } from "../ids.ts";
import { l1Names } from "../l1-change.ts";
import { wholeLedger } from "../ledger.ts";
import type { List } from "../lists.ts";
import type { DataContext, Operation } from "../operation.ts";
import { columnAddresses } from "../owners.ts";
import { requestedPage } from "../page.ts";

/** The validators of L1s, by registration. */
export const listL1Validators: Operation<"listL1Validators"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { l1ValidationId, includeInactiveL1Validators: includesAll, nodeId, subnetId } = params;
  const filter = {
    nodeID: nodeId === undefined ? undefined : nodeIDParam("nodeId", nodeId),
    subnetID: subnetId === undefined ? undefined : idParam("subnetId", subnetId),
    status: includesAll ? undefined : ("active" as const),
  };
  const validationID =
    l1ValidationId === undefined ? undefined : idParam("l1ValidationId", l1ValidationId);
  const whole = wholeLedger(context);
  const { ledger, tip: height } = whole;
  const selection = ["l1", l1ValidationId, Number(includesAll), nodeId, subnetId] as const;
  const list = { selection, isDescending: false, form: ["n", "b"] } as const;
  const { page, token } = requestedPage(params, list, whole);
  const all: List<L1Record> = (each) => ledger.l1Validators({ ...filter, height }, each);
  const { rows, next } =
    validationID === undefined
      ? all(page)
      : { rows: single(validationID, filter, { ledger, height }), next: undefined };
  return {
    ...token(next),
    validators: eachRead(rows, (row) => l1ValidatorView(row, ledger, context)),
    blockHeight: height.toString(),
  };
};

function single(
  validationID: Uint8Array,
  filter: {
    readonly nodeID: Uint8Array | undefined;
    readonly subnetID: Uint8Array | undefined;
    readonly status: "active" | undefined;
  },
  { ledger, height }: { readonly ledger: LedgerQueries; readonly height: number },
): L1Record[] {
  const row = ledger.l1Validator(validationID, height);
  if (row === undefined) return [];
  const isSame = (wanted: Uint8Array | undefined, found: Uint8Array) =>
    wanted === undefined || compareBytes(wanted, found) === 0;
  const isWanted =
    isSame(filter.nodeID, row.node_id) &&
    isSame(filter.subnetID, row.subnet_id) &&
    (filter.status === undefined || statusOf(row) === filter.status);
  return isWanted ? [row] : [];
}

function l1ValidatorView(row: L1Record, ledger: LedgerQueries, context: DataContext): L1Validator {
  const { last } = row;
  const couloirStatus = statusOf(row);
  const owner = (addresses: Uint8Array, threshold: number) => ({
    addresses: columnAddresses(addresses, context),
    threshold,
  });
  return {
    ...l1Names(row, context),
    weight: last.weight,
    remainingBalance:
      couloirStatus === "active" ? last.end_accumulated_fee - context.state.accruedFees() : 0n,
    creationTimestamp: row.start_time,
    remainingBalanceOwner: owner(row.balance_addresses, row.balance_threshold),
    deactivationOwner: owner(row.deactivation_addresses, row.deactivation_threshold),
    couloirStatus,
    ...(couloirStatus !== "active" && { couloirEndedTimestamp: endedTime(row, ledger) }),
  };
}

/** The weight of an inactive validator can change, which is not what ended it. */
function endedTime({ last, validation_id: validationID }: L1Record, ledger: LedgerQueries): number {
  if (last.kind !== "weight") return last.time;
  const of = { validationID, height: last.height };
  let after: LedgerPlace | undefined;
  do {
    const { rows, next } = ledger.l1Events(of, { limit: 100, after, isDescending: true });
    const found = rows.find(({ kind }) => kind !== "weight");
    if (found !== undefined) return found.time;
    after = next;
  } while (after !== undefined);
  throw new Error("an L1 validator was not registered");
}

function statusOf({ last }: L1Record): L1Validator["couloirStatus"] {
  if (last.weight === 0n) return "removed";
  return last.end_accumulated_fee === 0n ? "inactive" : "active";
}
