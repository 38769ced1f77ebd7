import type { Operation, Transaction } from "../generated/mesh/types.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { TxKind } from "../pchain/wire-types.ts";
import type {
  LedgerQueries,
  OutputRecord,
  TxDetails,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import { l1Parts } from "./l1-parts.ts";
import type { MeshContext } from "./operation.ts";
import { createdPart, outputOfRow, type Part, type PartType } from "./output-operation.ts";
import { rewardedMetadata } from "./staker-metadata.ts";
import { type FindOutput, txParts } from "./tx-parts.ts";
import { otherTypes, success, typeOfKind } from "./tx-types.ts";

/**
 * An accepted transaction, or what stands for one, with everything that its execution changed. `known` is undefined of what
 * stands for one.
 */
export function txView(
  row: TxRecord,
  known: Tx | undefined,
  ledger: LedgerQueries,
  context: MeshContext,
): Transaction {
  const type = typeOf(row);
  const isCommitted = row.status === "Committed";
  // Before Banff, an aborted staker's inputs are spent, too, and its stake comes back at once. The end of a validator
  // pays its delegators' shares even if its own reward is aborted.
  const extra = isInBytes(row) ? [] : executionParts(row, ledger.txDetails(row, []), type, context);
  const { operations, metadata } = contentOf(
    known,
    extra,
    { type, status: success },
    findIn(ledger),
    context,
  );
  return {
    transaction_identifier: { hash: context.views.id(row.id) },
    operations: isCommitted ? operations : operations.map(unstaked),
    metadata: {
      ...metadata,
      ...(!isCommitted && { status: row.status }),
      ...stakingMember(row, context),
    },
  };
}

/** A transaction that waits for a block. */
export function waitingTxView(tx: Tx, ledger: LedgerQueries, context: MeshContext): Transaction {
  const type = typeOfKind[tx.unsigned.kind];
  return {
    transaction_identifier: { hash: context.views.id(tx.id) },
    ...contentOf(tx, [], { type, status: success }, findIn(ledger), context),
  };
}

/** Finds the outputs that this chain created. */
export function findIn(ledger: LedgerQueries): FindOutput {
  return (key) => {
    const row = ledger.plainOutput(key);
    return row && outputOfRow(row);
  };
}

function contentOf(
  tx: Tx | undefined,
  extra: readonly Part[],
  { type, status }: { readonly type: string; readonly status: string },
  find: FindOutput,
  context: MeshContext,
): Pick<Transaction, "operations" | "metadata"> {
  const none = { parts: [], imported: [], exported: [] };
  const { parts, imported, exported } =
    tx === undefined ? none : txParts(tx.unsigned, tx.id, find, context);
  const own = numbered([...parts, ...extra], 0, status);
  const exportedAt = own.length + imported.length;
  return {
    operations: [...own, ...numbered(exported.map(withoutCoin), own.length, status)],
    metadata: {
      tx_type: type,
      ...(imported.length > 0 && { imported_inputs: numbered(imported, own.length, status) }),
      ...(exported.length > 0 && { exported_outputs: numbered(exported, exportedAt, status) }),
    },
  };
}

function unstaked(operation: Operation): Operation {
  const { type, locktime, threshold } = operation.metadata ?? {};
  if (type !== "STAKE") return operation;
  return { ...operation, metadata: { type: "OUTPUT", locktime, threshold } };
}

/** The coin is the other chain's. */
function withoutCoin({ coin_change: _coin, ...part }: Part): Part {
  return part;
}

export function numbered(
  parts: readonly Part[],
  from: number,
  status: string | undefined,
): Operation[] {
  return parts.map((part, at) => ({
    operation_identifier: { index: from + at },
    ...part,
    ...(status !== undefined && { status }),
  }));
}

const partOfOrigin: Readonly<Record<string, PartType>> = {
  genesis: "OUTPUT",
  dev: "OUTPUT",
  balance: "OUTPUT",
  reward: "REWARD",
};

/** Whether the bytes of a transaction have all that it changed: it is no change of a subnet or L1, and no reward. */
function isInBytes({ kind, subnet_id, staking_tx_id }: TxRecord): boolean {
  const stands = kind === "Genesis" || kind === "Dev";
  return !stands && subnet_id === null && staking_tx_id === null;
}

/**
 * What is not in the bytes of a transaction: outputs of the genesis, a dev node, rewards, and L1 balances paid back; and
 * what it changed of balances of L1 validators.
 */
function executionParts(
  row: TxRecord,
  { outputs, l1Events }: TxDetails,
  type: string,
  context: MeshContext,
): Part[] {
  const staking = row.staking_tx_id && context.queries.txs.byID(row.staking_tx_id);
  const staker = staking ? rewardedMetadata(staking.tx.unsigned, context) : {};
  const isNew = (each: OutputRecord) =>
    each.created_height === row.height && each.created_position === row.position;
  const created = outputs.filter(isNew).flatMap((each) => {
    const part = partOfOrigin[each.origin];
    if (part === undefined) return [];
    const key = { txID: each.tx_id, outputIndex: each.output_index };
    const of = { type, part, key, more: part === "REWARD" ? staker : {} };
    return createdPart(outputOfRow(each), of, context);
  });
  return [...created, ...l1Parts(l1Events, type, context)];
}

function typeOf({ kind }: TxRecord): string {
  if (kind === "Genesis" || kind === "Dev") return otherTypes[kind];
  return typeOfKind[kind as TxKind];
}

/**
 * The staking transaction that a reward ends. It is metadata, because mesh-cli stops with a conflict of its own
 * database when it meets a related transaction that it has stored.
 */
function stakingMember(
  { staking_tx_id }: TxRecord,
  { views }: MeshContext,
): { readonly staking_tx_id?: string } {
  return staking_tx_id === null ? {} : { staking_tx_id: views.id(staking_tx_id) };
}
