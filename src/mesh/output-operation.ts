import type { Id, ShortId } from "../formats/bytes.ts";
import type { Operation } from "../generated/mesh/types.ts";
import type { Output } from "../pchain/components/outputs.ts";
import type { OutputKey, PlainOutputRecord } from "../store/ledger/queries/ledger-queries.ts";
import { addressesOf } from "../store/ledger/schema.ts";
import { amountOf } from "./currency.ts";
import type { MeshContext } from "./operation.ts";

/** An operation without its index, which the transaction assigns. */
export type Part = Omit<Operation, "operation_identifier">;

export type PartType =
  | "INPUT"
  | "OUTPUT"
  | "STAKE"
  | "REWARD"
  | "IMPORT"
  | "EXPORT"
  | "L1_BALANCE"
  | "L1_FEE";

/** An output, as operations see it. */
export type PlainOutput = {
  readonly assetID: Id;
  readonly amount: bigint;
  readonly locktime: bigint;
  readonly threshold: number;
  readonly addresses: readonly ShortId[];
};

export function plainOutput(assetID: Id, output: Output): PlainOutput {
  const transfer = output.kind === "LockOut" ? output.output : output;
  const { amount, locktime, threshold, addresses } = transfer;
  return { assetID, amount, locktime, threshold, addresses };
}

export function outputOfRow(row: PlainOutputRecord): PlainOutput {
  const { asset_id: assetID, amount, locktime, threshold } = row;
  return { assetID, amount, locktime, threshold, addresses: addressesOf(row.addresses) };
}

/** The operation that creates an output; none if it has no owner, or several. */
export function createdPart(
  { assetID, amount, locktime, threshold, addresses }: PlainOutput,
  of: {
    readonly type: string;
    readonly part: PartType;
    /** Undefined while a transaction has no ID yet. */
    readonly key: OutputKey | undefined;
    readonly more?: object;
  },
  context: MeshContext,
): Part[] {
  const [owner, ...others] = addresses;
  if (owner === undefined || others.length > 0) return [];
  const { type, part, key, more } = of;
  return [
    {
      type,
      account: { address: context.views.address(owner, context.chain) },
      amount: amountOf(amount, assetID, context),
      ...(key !== undefined && {
        coin_change: {
          coin_identifier: { identifier: coinText(key, context) },
          coin_action: "coin_created",
        },
      }),
      metadata: { type: part, locktime: Number(locktime), threshold, ...more },
    },
  ];
}

/** The operation that spends an output; none if it has no owner, or several. */
export function spentPart(
  { assetID, amount, addresses }: Omit<PlainOutput, "locktime" | "threshold">,
  of: {
    readonly type: string;
    readonly part: PartType;
    readonly key: OutputKey;
    readonly stakeLocktime: bigint;
    readonly signatureIndices: readonly number[];
  },
  context: MeshContext,
): Part[] {
  const [owner, ...others] = addresses;
  if (owner === undefined || others.length > 0) return [];
  const { type, part, key, stakeLocktime, signatureIndices } = of;
  return [
    {
      type,
      account: { address: context.views.address(owner, context.chain) },
      amount: amountOf(-amount, assetID, context),
      coin_change: {
        coin_identifier: { identifier: coinText(key, context) },
        coin_action: "coin_spent",
      },
      metadata: { type: part, sig_indices: signatureIndices, locktime: Number(stakeLocktime) },
    },
  ];
}

export function coinText({ txID, outputIndex }: OutputKey, { views }: Pick<MeshContext, "views">) {
  return `${views.id(txID)}:${outputIndex}`;
}
