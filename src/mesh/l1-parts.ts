import { equalBytes } from "../formats/bytes.ts";
import type { Transaction } from "../generated/mesh/types.ts";
import { minBigint } from "../pchain/uint64.ts";
import type {
  L1Record,
  LedgerPlace,
  LedgerQueries,
} from "../store/ledger/queries/ledger-queries.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import { amountOf } from "./currency.ts";
import { type BlockRow, wholeLedger } from "./ledger.ts";
import type { MeshContext } from "./operation.ts";
import type { Part } from "./output-operation.ts";
import { otherTypes, success } from "./tx-types.ts";

const pageSize = 1024;

/** What a transaction added to, or took from, the balances of L1 validators. */
export function l1Parts(
  events: readonly LedgerRow<"l1_events">[],
  type: string,
  context: MeshContext,
): Part[] {
  return events
    .filter(({ change }) => change !== 0n)
    .map(({ validation_id, change }) => ({
      type,
      account: { address: context.views.id(validation_id) },
      amount: amountOf(change, context.chain.avaxAssetID, context),
      metadata: { type: "L1_BALANCE" },
    }));
}

/**
 * What L1 validators paid between the block before and this one, as a transaction of its own: the price of the time that
 * passed, or all that was left. A validator that cannot pay for another second forfeits the rest.
 */
export function l1FeesTx(row: BlockRow, context: MeshContext): Transaction | undefined {
  if (row.l1_fees === 0n) return undefined;
  const { ledger } = wholeLedger(context);
  const type = otherTypes.fees;
  const operations = [...pricesPaid(row, ledger), ...restsForfeited(row, ledger)].map(
    ({ validationID, paid }, index) => ({
      operation_identifier: { index },
      type,
      status: success,
      account: { address: context.views.id(validationID) },
      amount: amountOf(-paid, context.chain.avaxAssetID, context),
      metadata: { type: "L1_FEE" },
    }),
  );
  const hash = `${type}-${context.views.id(row.id)}`;
  return { transaction_identifier: { hash }, operations, metadata: { tx_type: type } };
}

type Fee = { readonly validationID: Uint8Array; readonly paid: bigint };

function pricesPaid({ height, l1_accrued_fees }: BlockRow, ledger: LedgerQueries): Fee[] {
  const before = ledger.block(height - 1)!;
  const price = l1_accrued_fees - before.l1_accrued_fees;
  if (price === 0n || before.l1_active === 0) return [];
  return activeL1Validators(before.height, ledger).map(({ validation_id, last }) => {
    const left = last.end_accumulated_fee - before.l1_accrued_fees;
    return { validationID: validation_id, paid: minBigint(left, price) };
  });
}

function restsForfeited({ height }: BlockRow, ledger: LedgerQueries): Fee[] {
  return ledger
    .changesAt(height)
    .l1Events.filter(({ kind, change }) => kind === "ran out" && change !== 0n)
    .map(({ validation_id, change }) => ({ validationID: validation_id, paid: -change }));
}

/** Those that were active after a block. */
function activeL1Validators(height: number, ledger: LedgerQueries): L1Record[] {
  const all: L1Record[] = [];
  let after: LedgerPlace | undefined;
  do {
    const page = { limit: pageSize, after, isDescending: false };
    const { rows, next } = ledger.l1Validators({ height, status: "active" }, page);
    all.push(...rows);
    after = next;
  } while (after !== undefined);
  return all;
}

/** The balance of an L1 validator after a block, in nAVAX; undefined if there was none with this ID. */
export function l1Balance(
  validationID: Uint8Array,
  { height, l1_accrued_fees }: BlockRow,
  ledger: LedgerQueries,
): bigint | undefined {
  const found = ledger.l1Validator(validationID, height);
  if (found === undefined || !equalBytes(found.validation_id, validationID)) return undefined;
  const end = found.last.end_accumulated_fee;
  return end === 0n ? 0n : end - l1_accrued_fees;
}
