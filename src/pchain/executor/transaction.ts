import type { Id } from "../../formats/bytes.ts";
import type { Credential } from "../components/credential.ts";
import type { TransferableInput } from "../components/inputs.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { utxoID } from "../components/utxo.ts";
import {
  type ProofCheck,
  trustProofOfPossession,
  verifyProofOfPossession,
} from "../components/verify.ts";
import type { FeeCalculator } from "../fees/calculator.ts";
import { Rejection } from "../rejection.ts";
import type { MutableState } from "../state/state.ts";
import { verifySyntax } from "../txs/syntactic.ts";
import { verifyMemoLength } from "../txs/syntactic-base.ts";
import type { Tx } from "../txs/tx.ts";
import type { UnsignedTx, UnsignedTxOf } from "../txs/unsigned-tx.ts";
import type { TxKind } from "../wire-types.ts";
import type { ExecutionContext, TxEffects } from "./context.ts";
import { type Burned, verifySpend } from "./spend.ts";

/** A transaction on its way into a state: what each kind's rules are given. */
export type Execution<T extends UnsignedTx = UnsignedTx> = {
  readonly tx: Tx;
  readonly unsigned: T;
  readonly state: MutableState;
  readonly fee: FeeCalculator;
  readonly context: ExecutionContext;
};

/** Verifies a transaction and changes the state by it, or throws a Rejection. */
export type TxExecutor<K extends TxKind> = (execution: Execution<UnsignedTxOf<K>>) => TxEffects;

type WithBaseTx = Extract<UnsignedTx, { readonly baseTx: unknown }>;

/** Syntax, and the length of the memo: from Durango on it must be empty. */
export function verifyForm({ unsigned, state, context }: Execution<WithBaseTx>): void {
  verifySyntax(unsigned, context.chain, proofCheck(context));
  if (isDurango(state, context)) verifyMemoLength(unsigned.baseTx.memo, 0);
}

/** Proofs of possession take longer than all else together; a trusted block's were verified by its network. */
export function proofCheck({ mode }: ExecutionContext): ProofCheck {
  return mode === "trusted" ? trustProofOfPossession : verifyProofOfPossession;
}

/** The flow check of inputs and outputs with the fee, and what is burned beside it. */
export function verifyFlow(
  execution: Execution<WithBaseTx>,
  options: {
    /** The transaction's own outputs unless said otherwise. */
    readonly outputs?: readonly TransferableOutput[];
    /** All credentials unless said otherwise. */
    readonly credentials?: readonly Credential[];
    /** In place of the fee alone. */
    readonly burned?: readonly Burned[];
  } = {},
): void {
  const { tx, unsigned, state, context, fee } = execution;
  const burned = options.burned ?? [avax(context, fee(unsigned))];
  const spend = {
    tx,
    inputs: unsigned.baseTx.inputs,
    outputs: options.outputs ?? unsigned.baseTx.outputs,
    credentials: options.credentials ?? tx.credentials,
    burned,
  };
  verifySpend(spend, state, context);
}

export function avax(context: ExecutionContext, amount: bigint): Burned {
  return { assetID: context.chain.avaxAssetID, amount };
}

/** Spends the inputs and makes UTXOs of the outputs. */
export function moveFunds({ tx, unsigned, state }: Execution<WithBaseTx>): void {
  consume(state, unsigned.baseTx.inputs);
  produce(state, tx.id, unsigned.baseTx.outputs);
}

export function consume(state: MutableState, inputs: readonly TransferableInput[]): void {
  for (const input of inputs) state.deleteUtxo(utxoID(input));
}

/** The first output has the index `from`. */
export function produce(
  state: MutableState,
  txID: Id,
  outputs: readonly TransferableOutput[],
  from = 0,
): void {
  for (const [index, { assetID, output }] of outputs.entries()) {
    state.addUtxo({ txID, outputIndex: from + index, assetID, output });
  }
}

export function isDurango(state: MutableState, { chain }: ExecutionContext): boolean {
  return state.timestamp() >= chain.network.upgrades.durango;
}

export function requireDurango(state: MutableState, context: ExecutionContext): void {
  if (!isDurango(state, context)) {
    throw new Rejection("attempting to use a Durango-upgrade feature prior to activation");
  }
}

export function isEtna(state: MutableState, { chain }: ExecutionContext): boolean {
  return state.timestamp() >= chain.network.upgrades.etna;
}

export function requireEtna(state: MutableState, context: ExecutionContext): void {
  if (!isEtna(state, context)) {
    throw new Rejection("attempting to use an Etna-upgrade feature prior to activation");
  }
}
