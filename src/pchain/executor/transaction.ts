import type { Id } from "../../formats/bytes.ts";
import type { Credential } from "../components/credential.ts";
import type { TransferableInput } from "../components/inputs.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { utxoID } from "../components/utxo.ts";
import { type ProofCheck, trustProofOfPossession } from "../components/verify.ts";
import type { FeeCalculator } from "../fees/calculator.ts";
import { Rejection } from "../rejection.ts";
import type { UtxoOrigin } from "../state/outcome.ts";
import type { MutableState } from "../state/state.ts";
import { verifySyntax } from "../txs/syntactic.ts";
import { verifyMemoLength } from "../txs/syntactic-base.ts";
import type { Tx } from "../txs/tx.ts";
import type { UnsignedTx, UnsignedTxOf } from "../txs/unsigned-tx.ts";
import type { TxKind } from "../wire-types.ts";
import type { ExecutionContext, TxEffects } from "./context.ts";
import { type Burned, verifySpend } from "./spend.ts";

/** The arguments of the rules of each transaction kind. */
export type Execution<T extends UnsignedTx = UnsignedTx> = {
  readonly tx: Tx;
  readonly unsigned: T;
  readonly state: MutableState;
  readonly fee: FeeCalculator;
  readonly context: ExecutionContext;
};

/** Verifies a transaction and applies it to the state. Throws a Rejection. */
export type TxExecutor<K extends TxKind> = (execution: Execution<UnsignedTxOf<K>>) => TxEffects;

type WithBaseTx = Extract<UnsignedTx, { readonly baseTx: unknown }>;

/** Verifies the syntax and the memo, which must be empty since Durango. */
export function verifyForm({ unsigned, state, context }: Execution<WithBaseTx>): void {
  verifySyntax(unsigned, context.chain, proofCheck(context));
  if (isDurango(state, context)) verifyMemoLength(unsigned.baseTx.memo, 0);
}

/** Proofs of possession take most of the time; those of trusted blocks were verified by their network. */
export function proofCheck({ mode, signatures }: ExecutionContext): ProofCheck {
  if (mode === "trusted") return trustProofOfPossession;
  return ({ publicKey, proofOfPossession }) => {
    const fault = signatures.proofFault(publicKey, proofOfPossession);
    if (fault !== undefined) throw new Rejection(fault);
  };
}

/** Verifies that the inputs cover the outputs, the fee and other burned amounts. */
export function verifyFlow(
  execution: Execution<WithBaseTx>,
  options: {
    /** Defaults to the transaction's own outputs. */
    readonly outputs?: readonly TransferableOutput[];
    /** Defaults to all credentials. */
    readonly credentials?: readonly Credential[];
    /** Defaults to the fee. */
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

/** Consumes the inputs and produces the outputs. */
export function moveFunds(
  { tx, unsigned, state }: Execution<WithBaseTx>,
  origin: UtxoOrigin = "output",
): void {
  consume(state, unsigned.baseTx.inputs);
  produce(state, tx.id, unsigned.baseTx.outputs, origin);
}

export function consume(state: MutableState, inputs: readonly TransferableInput[]): void {
  for (const input of inputs) {
    const id = utxoID(input);
    const utxo = state.utxo(id);
    if (utxo !== undefined) state.record({ kind: "spent", utxo });
    state.deleteUtxo(id);
  }
}

/** The first output has the index `from`. */
export function produce(
  state: MutableState,
  txID: Id,
  outputs: readonly TransferableOutput[],
  origin: UtxoOrigin,
  from = 0,
): void {
  for (const [index, { assetID, output }] of outputs.entries()) {
    const utxo = { txID, outputIndex: from + index, assetID, output };
    state.addUtxo(utxo);
    state.record({ kind: "produced", origin, utxo });
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

export function requireHelicon(state: MutableState, { chain }: ExecutionContext): void {
  if (state.timestamp() < chain.network.upgrades.helicon) {
    throw new Rejection("attempting to use a Helicon-upgrade feature prior to activation");
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
