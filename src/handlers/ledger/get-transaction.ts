import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { LedgerGetTransactionResult } from "../../generated/types.ts";
import { txToJson } from "../../pchain/txs/tx.ts";
import type {
  OutputKey,
  OutputRecord,
  TxDetails,
  TxRecord,
} from "../../store/ledger/queries/ledger-queries.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { ledgerOf, requireHeights } from "../past/coverage.ts";
import { l1EventView } from "../past/l1-event-view.ts";
import { inputViews, outputView } from "../past/output-view.ts";
import { periodView } from "../past/period-view.ts";
import { paidRewardView } from "../past/reward-view.ts";
import { txView } from "../past/tx-view.ts";

type Context = Pick<HandlerContext, "chain" | "clock" | "queries" | "views">;

/** A transaction with the origin of its inputs and the status of its outputs. */
export const getTransaction: Handler<
  "ledger.getTransaction",
  "chain" | "clock" | "queries" | "views"
> = (params, context) => {
  const txID = idArgument("txID", params.txID);
  const { ledger, coverage, tip } = ledgerOf(context);
  const accepted = context.queries.txs.byID(txID);
  const [row, ...others] = ledger.txsByID(txID);
  const notFound = () =>
    errors.ledgerTransactionNotFound({ txID: formatId(txID), height: String(tip) });
  if (accepted === undefined && row === undefined) throw notFound();
  const requireTo = (to: number) => {
    const from = row?.height ?? Number(accepted!.height);
    requireHeights({ from, to }, coverage, { field: "txID", tip });
  };
  if (row === undefined) {
    requireTo(tip);
    throw notFound();
  }
  const consumed = isMade(row) ? [] : inputsOf(txID, context);
  const details = ledger.txDetails(row, consumed);
  requireTo(isFinal(row, details) ? row.height : tip);
  for (const { created_height: height, created_position } of details.inputs) {
    if (created_position >= 0) continue;
    requireHeights({ from: height, to: height }, coverage, { field: "txID", tip });
  }
  const tx = isMade(row) ? undefined : accepted?.tx;
  return {
    transaction: txView(row, context),
    ...(tx !== undefined && { tx: txJson(tx, context) }),
    inputs: inputViews(details, context),
    outputs: details.outputs.map((each) => outputView(each, context)),
    rewards: details.rewards.map((each) =>
      paidRewardView({ ...each, reward_tx_id: row.id }, context),
    ),
    periods: details.periods.map((each) => periodView(each, context)),
    l1Events: details.l1Events.map((each) => l1EventView({ ...each, tx_id: row.id }, context)),
    ...(others.length > 0 && { abortedHeights: others.map(({ height }) => height.toString()) }),
  };
};

/** Whether no later block can change the answer: its outputs are used up, and its periods are over. */
function isFinal({ status }: TxRecord, { outputs, periods }: TxDetails): boolean {
  // An aborted transaction may have been accepted later.
  if (status === "Aborted") return false;
  const isUsed = (each: OutputRecord) => each.spent_height !== null || each.exported_to !== null;
  return outputs.every(isUsed) && periods.every(({ ended_height }) => ended_height !== null);
}

/** Whether no transaction made it. */
function isMade({ kind }: TxRecord): boolean {
  return kind === "Genesis" || kind === "Dev";
}

function txJson(
  tx: Parameters<typeof txToJson>[0],
  { chain }: Context,
): NonNullable<LedgerGetTransactionResult["tx"]> {
  return txToJson(tx, chain.network) as unknown as NonNullable<LedgerGetTransactionResult["tx"]>;
}

/** The UTXOs that a transaction names. */
function inputsOf(txID: Id, { queries }: Pick<Context, "queries">): readonly OutputKey[] {
  const unsigned = queries.txs.byID(txID)?.tx.unsigned;
  return unsigned !== undefined && "baseTx" in unsigned ? unsigned.baseTx.inputs : [];
}
