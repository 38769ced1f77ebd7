import { blsPublicKey, signProofOfPossession } from "../../../src/crypto/bls.ts";
import { hash160, sha256 } from "../../../src/crypto/hash.ts";
import { publicKey, sign } from "../../../src/crypto/secp256k1.ts";
import {
  type BytesKey,
  compareBytes,
  emptyId,
  type Id,
  keyOf,
} from "../../../src/formats/bytes.ts";
import { parsePrivateKey } from "../../../src/formats/private-key.ts";
import { wellKnownPrivateKeys } from "../../../src/networks/local.ts";
import { encodeVersioned } from "../../../src/pchain/codec/versioned.ts";
import type { BaseTxFields } from "../../../src/pchain/components/base-tx.ts";
import type { Credential } from "../../../src/pchain/components/credential.ts";
import type { TransferableInput } from "../../../src/pchain/components/inputs.ts";
import {
  type TransferableOutput,
  transferableOutput,
} from "../../../src/pchain/components/outputs.ts";
import type { OutputOwners, PChainOwner } from "../../../src/pchain/components/owners.ts";
import { decodeUtxo, type Utxo, utxoID } from "../../../src/pchain/components/utxo.ts";
import type { FeeCalculator } from "../../../src/pchain/fees/calculator.ts";
import type { StateContents } from "../../../src/pchain/state/state-contents.ts";
import { encodeUnsignedTx, makeTx, type Tx, type UnsignedTx } from "../../../src/pchain/txs/tx.ts";
import { minBigint } from "../../../src/pchain/uint64.ts";

const privateKeys = [
  ...wellKnownPrivateKeys.map(parsePrivateKey),
  new Uint8Array(32).fill(7),
  new Uint8Array(32).fill(8),
];
const keysByAddress = new Map<BytesKey, Uint8Array>(
  privateKeys.map((key) => [keyOf(hash160(publicKey(key))), key]),
);

/** The addresses whose keys the test has, in order. */
export const knownAddresses = privateKeys.map((key) => hash160(publicKey(key))).sort(compareBytes);

export type BlsIdentity = {
  readonly secret: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly proofOfPossession: Uint8Array;
};

/** Keys for validators; a proof takes time, so there are few. */
export const blsIdentities: readonly BlsIdentity[] = Array.from({ length: 8 }, (_, index) => {
  const secret = new Uint8Array(32).fill(index + 1);
  return {
    secret,
    publicKey: blsPublicKey(secret),
    proofOfPossession: signProofOfPossession(secret),
  };
});

/** What a transaction is to do with funds beside paying its fee. */
export type Payment = {
  readonly outputs?: readonly TransferableOutput[];
  readonly stake?: { readonly assetID: Id; readonly amount: bigint; readonly fromLocked: boolean };
  /** Leaves without an output: balances of validators, exports, reward pools. */
  readonly leaving?: readonly { readonly assetID: Id; readonly amount: bigint }[];
  readonly imported?: readonly Utxo[];
  /** Owner of change and stake. */
  readonly owner: PChainOwner;
  /** More than the fee, or with a negative number less. */
  readonly extraFee?: bigint;
  readonly authorizedBy?: PChainOwner;
};

export type Parts = {
  readonly baseTx: BaseTxFields;
  readonly stake: readonly TransferableOutput[];
  readonly importedInputs: readonly TransferableInput[];
};

export type FundsView = {
  readonly state: StateContents;
  readonly now: bigint;
  readonly networkID: number;
  readonly avaxAssetID: Id;
  readonly fee: FeeCalculator;
  readonly isReserved: (utxoID: Id) => boolean;
};

/** A signed transaction that does what the payment says, or undefined where the funds do not suffice. */
export function pay(
  view: FundsView,
  payment: Payment,
  compose: (parts: Parts) => UnsignedTx,
): Tx | undefined {
  const available = spendable(view);
  const locked = payment.stake?.fromLocked === true ? takeLocked(view, payment) : undefined;
  const inputs: Utxo[] = [];
  for (;;) {
    const built = build(view, payment, compose, inputs, locked);
    if (built.kind === "whole") return signed(built.unsigned, built.spent, payment);
    const index = available.findIndex(({ assetID }) => keyOf(assetID) === built.missing);
    if (index < 0) return undefined;
    inputs.push(...available.splice(index, 1));
  }
}

type Locked = {
  readonly utxo: Utxo;
  readonly staked: bigint;
  readonly rest: bigint;
};

type Built =
  | { readonly kind: "whole"; readonly unsigned: UnsignedTx; readonly spent: readonly Utxo[] }
  | { readonly kind: "short"; readonly missing: BytesKey };

function build(
  view: FundsView,
  payment: Payment,
  compose: (parts: Parts) => UnsignedTx,
  inputs: readonly Utxo[],
  locked: Locked | undefined,
): Built {
  const { outputs = [], leaving = [], imported = [], stake, owner } = payment;
  const left = new Map<BytesKey, bigint>();
  const add = (assetID: Id, amount: bigint) =>
    left.set(keyOf(assetID), (left.get(keyOf(assetID)) ?? 0n) + amount);
  for (const utxo of [...inputs, ...imported]) add(utxo.assetID, amountOf(utxo));
  for (const { assetID, output } of outputs) {
    add(assetID, -(output.kind === "LockOut" ? output.output.amount : output.amount));
  }
  for (const { assetID, amount } of leaving) add(assetID, -amount);
  const stakeOutputs: TransferableOutput[] = [];
  const produced = [...outputs];
  if (stake !== undefined) {
    const fresh = stake.amount - (locked?.staked ?? 0n);
    if (locked !== undefined) stakeOutputs.push(lockedOutput(locked.utxo, locked.staked));
    if (fresh > 0n) stakeOutputs.push(plainOutput(stake.assetID, fresh, owner));
    add(stake.assetID, -fresh);
    if (locked !== undefined && locked.rest > 0n) {
      produced.push(lockedOutput(locked.utxo, locked.rest));
    }
  }
  const avaxKey = keyOf(view.avaxAssetID);
  add(view.avaxAssetID, 0n);
  for (const [asset, amount] of left) {
    if (asset !== avaxKey && amount < 0n) return { kind: "short", missing: asset };
  }
  const ownInputs = [...inputs, ...(locked === undefined ? [] : [locked.utxo])];
  const unsignedWith = (avaxChange: bigint): UnsignedTx => {
    const change = [...left].flatMap(([asset, amount]) => {
      const rest = asset === avaxKey ? avaxChange : amount;
      return rest > 0n ? [plainOutput(idOf(asset), rest, owner)] : [];
    });
    return compose({
      baseTx: {
        networkID: view.networkID,
        blockchainID: emptyId,
        outputs: sortedOutputs([...produced, ...change]),
        inputs: sortedInputs(ownInputs),
        memo: new Uint8Array(0),
      },
      stake: sortedOutputs(stakeOutputs),
      importedInputs: sortedInputs(imported),
    });
  };
  const fee = view.fee(unsignedWith(1n)) + (payment.extraFee ?? 0n);
  const change = left.get(avaxKey)! - fee;
  // A change of nothing would make the fee another.
  if (change <= 0n || (ownInputs.length === 0 && imported.length === 0)) {
    return { kind: "short", missing: avaxKey };
  }
  const spent = [...sortedUtxos(ownInputs), ...sortedUtxos(imported)];
  return { kind: "whole", unsigned: unsignedWith(change), spent };
}

function signed(unsigned: UnsignedTx, spent: readonly Utxo[], payment: Payment): Tx {
  const hash = sha256(encodeUnsignedTx(unsigned));
  const credentialOf = (owner: PChainOwner): Credential => ({
    kind: "Credential",
    signatures: signersOf(owner).map((index) =>
      sign(hash, keysByAddress.get(keyOf(owner.addresses[index]!))!),
    ),
  });
  const credentials = spent.map((utxo) => credentialOf(ownersOf(utxo)));
  if (payment.authorizedBy !== undefined) credentials.push(credentialOf(payment.authorizedBy));
  return makeTx(unsigned, credentials);
}

/** The first of the owners that are needed; the test has the keys of all. */
export function signersOf({ threshold }: PChainOwner): number[] {
  return Array.from({ length: threshold }, (_, index) => index);
}

/** Whether the test can sign for the owners now. */
export function canSign(owner: PChainOwner): boolean {
  return signersOf(owner).every((index) => keysByAddress.has(keyOf(owner.addresses[index]!)));
}

export function allUtxos(state: StateContents): Utxo[] {
  return [...state.allUtxos()].map(([, bytes]) => decodeUtxo(bytes));
}

export function ownersOf({ output }: Utxo): OutputOwners {
  return output.kind === "LockOut" ? output.output : output;
}

export function amountOf({ output }: Pick<Utxo, "output">): bigint {
  return output.kind === "LockOut" ? output.output.amount : output.amount;
}

export function plainOutput(
  assetID: Id,
  amount: bigint,
  owner: PChainOwner,
  locktime = 0n,
): TransferableOutput {
  return { assetID, output: { kind: "TransferOutput", amount, locktime, ...owner } };
}

function lockedOutput({ assetID, output }: Utxo, amount: bigint): TransferableOutput {
  if (output.kind !== "LockOut") throw new Error("not locked");
  return { assetID, output: { ...output, output: { ...output.output, amount } } };
}

function spendable(view: FundsView): Utxo[] {
  return allUtxos(view.state).filter(
    (utxo) =>
      isFree(view, utxo) &&
      ownersOf(utxo).locktime <= view.now &&
      (utxo.output.kind !== "LockOut" || utxo.output.locktime <= view.now),
  );
}

function takeLocked(view: FundsView, { stake }: Payment): Locked | undefined {
  const utxo = allUtxos(view.state).find(
    (candidate) =>
      isFree(view, candidate) &&
      ownersOf(candidate).locktime <= view.now &&
      candidate.output.kind === "LockOut" &&
      candidate.output.locktime > view.now &&
      keyOf(candidate.assetID) === keyOf(stake!.assetID),
  );
  if (utxo === undefined) return undefined;
  const amount = amountOf(utxo);
  const staked = minBigint(amount, stake!.amount);
  return { utxo, staked, rest: amount - staked };
}

function isFree(view: FundsView, utxo: Utxo): boolean {
  return !view.isReserved(utxoID(utxo)) && canSign(ownersOf(utxo));
}

function sortedUtxos(utxos: readonly Utxo[]): Utxo[] {
  return [...utxos].sort((a, b) => compareBytes(a.txID, b.txID) || a.outputIndex - b.outputIndex);
}

function sortedInputs(utxos: readonly Utxo[]): TransferableInput[] {
  return sortedUtxos(utxos).map((utxo) => {
    const { txID, outputIndex, assetID, output } = utxo;
    const input = {
      kind: "TransferInput",
      amount: amountOf(utxo),
      signatureIndices: signersOf(ownersOf(utxo)),
    } as const;
    if (output.kind !== "LockOut") return { txID, outputIndex, assetID, input };
    const lock = { kind: "LockIn", locktime: output.locktime, input } as const;
    return { txID, outputIndex, assetID, input: lock };
  });
}

export function sortedOutputs(outputs: readonly TransferableOutput[]): TransferableOutput[] {
  const encoded = (output: TransferableOutput) => encodeVersioned(transferableOutput, output);
  return [...outputs].sort((a, b) => compareBytes(encoded(a), encoded(b)));
}

function idOf(key: BytesKey): Id {
  return Uint8Array.from(key, (character) => character.charCodeAt(0));
}
