import assert from "node:assert/strict";
import { sha256 } from "../../src/crypto/hash.ts";
import { sign } from "../../src/crypto/secp256k1.ts";
import type { Id } from "../../src/formats/bytes.ts";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { formatId } from "../../src/formats/id.ts";
import { parsePrivateKey } from "../../src/formats/private-key.ts";
import { wellKnownPrivateKeys } from "../../src/networks/local.ts";
import type { TransferableInput } from "../../src/pchain/components/inputs.ts";
import type { Utxo } from "../../src/pchain/components/utxo.ts";
import type { ImportTx } from "../../src/pchain/txs/transfers.ts";
import { encodeUnsignedTx, makeTx, type Tx } from "../../src/pchain/txs/tx.ts";
import { ask } from "../e2e/rpc.ts";
import { payer } from "../support/transfers.ts";
import { amountOf, type CrossChainWallet, inputOf } from "./cross-chain-wallet.ts";

const [ownerKey, strangerKey] = wellKnownPrivateKeys.map((text) => parsePrivateKey(text));
/** More than the fee of an import. */
const burned = 10_000_000n;

/** An ImportTx of the P-chain, and what is special about it. */
export type ImportAttempt = { readonly name: string; readonly tx: Tx };

type Draft = {
  readonly unsigned: ImportTx;
  readonly keys: readonly Uint8Array[];
  /** Of the signature's bytes before the last one. */
  readonly alter?: (signature: Uint8Array) => Uint8Array;
};

/** One that is correct. */
export function importOf(wallet: CrossChainWallet, from: "X" | "C", utxo: Utxo): Tx {
  return signed(draft(wallet, from, utxo));
}

/** What no node may accept, from a UTXO that is there, one that was imported before, and one on its way from the other chain. */
export function refusedImports(
  wallet: CrossChainWallet,
  from: "X" | "C",
  { present, spent, other }: { readonly present: Utxo; readonly spent: Utxo; readonly other: Utxo },
): readonly ImportAttempt[] {
  const good = draft(wallet, from, present);
  const { unsigned } = good;
  const [input] = unsigned.importedInputs as [TransferableInput];
  const attempts: Readonly<Record<string, Draft>> = {
    "was imported before": draft(wallet, from, spent),
    "is on its way from another chain": draft(wallet, from, other),
    "has an unknown transaction": draft(wallet, from, { ...present, txID: filled(0xab) }),
    "has an unknown index": draft(wallet, from, { ...present, outputIndex: 999 }),
    "is of another asset": draft(wallet, from, { ...present, assetID: filled(0xcd) }),
    "is signed by a stranger": { ...good, keys: [strangerKey!] },
    "has an altered signature": { ...good, alter: (bytes) => bytes.with(5, bytes[5]! ^ 1) },
    "has no credential": { ...good, keys: [] },
    "has two credentials": { ...good, keys: [ownerKey!, ownerKey!] },
    "claims a larger amount": {
      ...good,
      unsigned: withInputs(unsigned, [
        { ...input, input: { ...input.input, amount: amountOf(present) + 1n } as never },
      ]),
    },
    "pays no fee": draft(wallet, from, present, 0n),
    "pays out more": draft(wallet, from, present, -1n),
    "is twice in it": {
      keys: [ownerKey!, ownerKey!],
      unsigned: withInputs(unsigned, [input, input]),
    },
    "imports nothing": { keys: [], unsigned: withInputs(unsigned, []) },
    "comes from a chain that nobody knows": {
      ...good,
      unsigned: { ...unsigned, sourceChain: filled(0xef) },
    },
    "comes from the P-chain": { ...good, unsigned: { ...unsigned, sourceChain: wallet.ids.P } },
    "is of another network": {
      ...good,
      unsigned: { ...unsigned, baseTx: { ...unsigned.baseTx, networkID: 99 } },
    },
    "is of another chain": {
      ...good,
      unsigned: { ...unsigned, baseTx: { ...unsigned.baseTx, blockchainID: wallet.ids.X } },
    },
    "has a signature of nobody": {
      ...good,
      unsigned: withInputs(unsigned, [
        { ...input, input: { ...input.input, signatureIndices: [1] } as never },
      ]),
    },
  };
  return Object.entries(attempts).map(([name, each]) => ({
    name: `${from}: ${name}`,
    tx: signed(each),
  }));
}

/** Issues the same bytes at two nodes; both must refuse them with the same text, which is returned. */
export async function equalRefusal(
  { name, tx }: ImportAttempt,
  url: string,
  otherUrl: string,
): Promise<string> {
  const [ours, theirs] = [await issued(tx, url), await issued(tx, otherUrl)];
  assert.notEqual(theirs, formatId(tx.id), `${name}: a full node accepts it`);
  assert.equal(ours, theirs, name);
  return theirs;
}

/** The ID, or why not. */
export async function issued({ bytes }: Tx, url: string): Promise<string> {
  const params = { tx: encodeBytes(bytes, "hex"), encoding: "hex" };
  return ask<{ txID: string }>(url, "/ext/bc/P", "platform.issueTx", params).then(
    ({ txID }) => txID,
    (error: Error) => error.message,
  );
}

function draft(wallet: CrossChainWallet, from: "X" | "C", utxo: Utxo, fee = burned): Draft {
  const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
  const amount = amountOf(utxo) - fee;
  const output = { kind: "TransferOutput" as const, amount, ...owners };
  return {
    keys: [ownerKey!],
    unsigned: {
      kind: "ImportTx",
      baseTx: {
        networkID: wallet.networkID,
        blockchainID: wallet.ids.P,
        outputs: [{ assetID: wallet.assetID, output }],
        inputs: [],
        memo: new Uint8Array(),
      },
      sourceChain: wallet.ids[from],
      importedInputs: [inputOf(utxo)],
    },
  };
}

function withInputs(unsigned: ImportTx, importedInputs: readonly TransferableInput[]): ImportTx {
  return { ...unsigned, importedInputs };
}

function signed({ unsigned, keys, alter = (bytes) => bytes }: Draft): Tx {
  const hash = sha256(encodeUnsignedTx(unsigned));
  const credentials = keys.map((key) => {
    return { kind: "Credential" as const, signatures: [alter(sign(hash, key))] };
  });
  return makeTx(unsigned, credentials);
}

function filled(byte: number): Id {
  return new Uint8Array(32).fill(byte);
}
