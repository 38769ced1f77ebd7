import { hash160, sha256 } from "../../src/crypto/hash.ts";
import { publicKey, sign } from "../../src/crypto/secp256k1.ts";
import { formatAddress } from "../../src/formats/address.ts";
import type { Id } from "../../src/formats/bytes.ts";
import { decodeBytes } from "../../src/formats/encoding.ts";
import { parsePrivateKey } from "../../src/formats/private-key.ts";
import { wellKnownPrivateKeys } from "../../src/networks/local.ts";
import type { TransferOutput } from "../../src/pchain/components/outputs.ts";
import { decodeUtxo, type Utxo } from "../../src/pchain/components/utxo.ts";
import { encodeUnsignedTx, makeTx, type Tx } from "../../src/pchain/txs/tx.ts";
import type { UnsignedTx } from "../../src/pchain/txs/unsigned-tx.ts";

/** The best known of all keys on the local network, its owner, and the address. */
export const payerKey = parsePrivateKey(wellKnownPrivateKeys[0]);
export const payer = hash160(publicKey(payerKey));
export const payerAddress = formatAddress("P", "local", payer);

/** UTXOs of the payer that hold at least so much and are not locked, from the texts of platform.getUTXOs. */
export function spendable(utxos: readonly string[], amountMin: bigint): Utxo[] {
  return utxos
    .map((text) => decodeUtxo(decodeBytes(text, "hex")))
    .filter(({ output }) => output.kind === "TransferOutput" && output.amount >= amountMin);
}

/** A UTXO of the payer, distinguished from others by the number. */
export function payerUtxo(number: number, assetID: Id = new Uint8Array(32), amount = 1n): Utxo {
  const txID = new Uint8Array(32);
  new DataView(txID.buffer).setUint32(0, number);
  const output = { amount, locktime: 0n, threshold: 1, addresses: [payer] };
  return { txID, outputIndex: 0, assetID, output: { kind: "TransferOutput", ...output } };
}

/** A signed BaseTx that divides a UTXO of the payer into equal parts and burns the rest of what it may. */
export function divide(networkID: number, utxo: Utxo, parts: number, burned: bigint): Tx {
  const { amount } = utxo.output as TransferOutput;
  const each = (amount - burned) / BigInt(parts);
  const unsigned: UnsignedTx = {
    kind: "BaseTx",
    baseTx: {
      networkID,
      blockchainID: new Uint8Array(32),
      outputs: Array.from({ length: parts }, () => ({
        assetID: utxo.assetID,
        output: {
          kind: "TransferOutput",
          amount: each,
          locktime: 0n,
          threshold: 1,
          addresses: [payer],
        },
      })),
      inputs: [
        {
          txID: utxo.txID,
          outputIndex: utxo.outputIndex,
          assetID: utxo.assetID,
          input: { kind: "TransferInput", amount, signatureIndices: [0] },
        },
      ],
      memo: new Uint8Array(0),
    },
  };
  return signedByPayer(unsigned);
}

/** Signs for one input, or for more that are the payer's, too. */
export function signedByPayer(unsigned: UnsignedTx, credentials = 1): Tx {
  const signature = sign(sha256(encodeUnsignedTx(unsigned)), payerKey);
  const credential = { kind: "Credential", signatures: [signature] } as const;
  return makeTx(unsigned, new Array(credentials).fill(credential));
}

/** What a BaseTx leaves at an index. */
export function outputAt({ id, unsigned }: Tx, outputIndex: number): Utxo {
  if (unsigned.kind !== "BaseTx") throw new Error("It is no BaseTx.");
  const { assetID, output } = unsigned.baseTx.outputs[outputIndex]!;
  return { txID: id as Id, outputIndex, assetID, output };
}
