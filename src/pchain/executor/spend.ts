import { sha256 } from "../../crypto/hash.ts";
import { type BytesKey, bytesOfKey, equalBytes, type Id, keyOf } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { encodeVersioned } from "../codec/versioned.ts";
import type { Credential } from "../components/credential.ts";
import type { TransferableInput } from "../components/inputs.ts";
import type { Output, TransferableOutput, TransferOutput } from "../components/outputs.ts";
import { outputOwners } from "../components/owners.ts";
import { type Utxo, utxoID } from "../components/utxo.ts";
import { verifyVerifiable } from "../components/verify.ts";
import { Rejection } from "../rejection.ts";
import type { State } from "../state/state.ts";
import type { Tx } from "../txs/tx.ts";
import { addUint64 } from "../uint64.ts";
import type { ExecutionContext } from "./context.ts";
import { verifyTransfer } from "./credentials.ts";

/** An amount that a transaction consumes besides its outputs: fee, balance, reward pool. */
export type Burned = { readonly assetID: Id; readonly amount: bigint };

export type Spend = {
  readonly tx: Tx;
  readonly inputs: readonly TransferableInput[];
  readonly outputs: readonly TransferableOutput[];
  readonly credentials: readonly Credential[];
  readonly burned: readonly Burned[];
};

/**
 * Rejects a spend of UTXOs that do not exist, are not signed for, or do not cover the outputs. avalanchego
 * vms/platformvm/utxo/verifier.go @ v1.12.1
 */
export function verifySpend(spend: Spend, state: State, context: ExecutionContext): void {
  const utxos = spend.inputs.map((input) => {
    const utxo = state.utxo(utxoID(input));
    if (utxo === undefined) {
      throw new Rejection(
        `failed to read consumed UTXO ${formatId(input.txID)}:${input.outputIndex} due to: not found`,
      );
    }
    return utxo;
  });
  verifySpendOf(utxos, spend, context);
}

/** As verifySpend, with the UTXOs given, one for each input. */
export function verifySpendOf(
  utxos: readonly Utxo[],
  spend: Spend,
  context: ExecutionContext,
): void {
  const { inputs, credentials } = spend;
  if (inputs.length !== credentials.length) {
    throw new Rejection(
      `wrong number of credentials: ${inputs.length} inputs != ${credentials.length} credentials`,
    );
  }
  credentials.forEach(verifyVerifiable);
  const consumed = new Amounts();
  const lockedConsumed = new LockedAmounts();
  for (const [index, input] of inputs.entries()) {
    const taken = verifyInputOf(utxos[index]!, input, credentials[index]!, spend.tx, context);
    if (context.now >= taken.locktime) consumed.add(input.assetID, taken.output.amount);
    else lockedConsumed.add(input.assetID, taken.locktime, taken.output);
  }
  const produced = new Amounts();
  const lockedProduced = new LockedAmounts();
  for (const { assetID, amount } of spend.burned) produced.add(assetID, amount);
  for (const { assetID, output } of spend.outputs) {
    const { locktime, output: inner } = unlock(output);
    if (locktime === 0n) produced.add(assetID, inner.amount);
    else lockedProduced.add(assetID, locktime, inner);
  }
  coverLocked(lockedProduced, lockedConsumed, consumed);
  coverUnlocked(produced, consumed);
}

function verifyInputOf(
  utxo: Utxo,
  { assetID, input }: TransferableInput,
  credential: Credential,
  tx: Tx,
  context: ExecutionContext,
): { readonly locktime: bigint; readonly output: TransferOutput } {
  if (!equalBytes(utxo.assetID, assetID)) {
    throw new Rejection(
      `input asset ID does not match UTXO asset ID: ${formatId(assetID)} != ${formatId(utxo.assetID)}`,
    );
  }
  const { locktime, output } = unlock(utxo.output);
  if (input.kind !== "LockIn" && context.now < locktime) {
    throw new Rejection("locked funds not marked as locked");
  }
  if (input.kind === "LockIn" && input.locktime !== locktime) {
    throw new Rejection(
      `input locktime does not match UTXO locktime: ${input.locktime} != ${locktime}`,
    );
  }
  const transfer = input.kind === "LockIn" ? input.input : input;
  try {
    verifyTransfer(tx, transfer, credential, output, context);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new Rejection(`failed to verify transfer: ${error.message}`);
  }
  return { locktime, output };
}

/** Locked outputs may exceed the locked inputs; unlocked funds cover the difference. */
function coverLocked(produced: LockedAmounts, consumed: LockedAmounts, unlocked: Amounts): void {
  for (const { key, assetID, locktime, ownerID, amount } of produced.entries()) {
    const increase = amount - consumed.amountOf(key);
    if (increase <= 0n) continue;
    const available = unlocked.amountOf(assetID);
    if (increase > available) {
      throw new Rejection(
        `insufficient locked funds: ${formatId(ownerID)} needs ${increase - available} more ${formatId(assetID)} for locktime ${locktime}`,
      );
    }
    unlocked.set(assetID, available - increase);
  }
}

function coverUnlocked(produced: Amounts, consumed: Amounts): void {
  for (const [assetID, amount] of produced.entries()) {
    const available = consumed.amountOf(assetID);
    if (amount > available) {
      throw new Rejection(
        `insufficient unlocked funds: needs ${amount - available} more ${formatId(assetID)}`,
      );
    }
  }
}

function unlock(output: Output): { readonly locktime: bigint; readonly output: TransferOutput } {
  return output.kind === "LockOut" ? output : { locktime: 0n, output };
}

/** Sums by asset. */
class Amounts {
  readonly #sums = new Map<BytesKey, bigint>();

  add(assetID: Id, amount: bigint): void {
    this.set(assetID, addUint64(this.amountOf(assetID), amount));
  }

  set(assetID: Id, amount: bigint): void {
    this.#sums.set(keyOf(assetID), amount);
  }

  amountOf(assetID: Id): bigint {
    return this.#sums.get(keyOf(assetID)) ?? 0n;
  }

  *entries(): Iterable<readonly [Id, bigint]> {
    for (const [key, amount] of this.#sums) yield [bytesOfKey(key), amount];
  }
}

type LockedAmount = {
  readonly key: string;
  readonly assetID: Id;
  readonly locktime: bigint;
  readonly ownerID: Id;
  readonly amount: bigint;
};

/** Sums by asset, locktime and owners. The sha256 of their bytes identifies the owners. */
class LockedAmounts {
  readonly #sums = new Map<string, LockedAmount>();

  add(assetID: Id, locktime: bigint, output: TransferOutput): void {
    const ownerID = sha256(encodeVersioned(outputOwners, output));
    const key = `${keyOf(assetID)}${keyOf(ownerID)}${locktime}`;
    const amount = addUint64(this.amountOf(key), output.amount);
    this.#sums.set(key, { key, assetID, locktime, ownerID, amount });
  }

  amountOf(key: string): bigint {
    return this.#sums.get(key)?.amount ?? 0n;
  }

  entries(): Iterable<LockedAmount> {
    return this.#sums.values();
  }
}
