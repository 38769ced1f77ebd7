import { sha256 } from "../../src/crypto/hash.ts";
import { formatId } from "../../src/formats/id.ts";
import { avalanchejs, type Utxo } from "../e2e/avalanchejs.ts";
import { avax, subnetEvmID } from "../e2e/local-network.ts";
import { ask } from "../e2e/rpc.ts";
import type { Wallet } from "../e2e/wallet.ts";
import { gasPerSecond } from "./test-network.ts";
import { until } from "./traffic.ts";

const { pvm, utils } = avalanchejs;

/** What the gas of everything else in a large transaction does not exceed. */
const otherGas = 20_000n;

export type LargeTx = { readonly txID: string; readonly bytes: Uint8Array };

/** Signs transactions with genesis data of these lengths in bytes, each on a UTXO of its own. */
export async function makeLargeTxs(
  wallet: Wallet,
  lengths: readonly number[],
): Promise<readonly LargeTx[]> {
  const subnet = await wallet.send((funds, context) =>
    pvm.newCreateSubnetTx({ ...funds, subnetOwners: [wallet.addressBytes] }, context),
  );
  const funds = await divide(wallet, lengths.length);
  const txs: LargeTx[] = [];
  for (const [at, length] of lengths.entries()) {
    const unsignedTx = pvm.newCreateChainTx(
      {
        feeState: await wallet.api.getFeeState(),
        fromAddressesBytes: [wallet.addressBytes],
        utxos: [funds[at]!],
        subnetId: subnet.txID,
        subnetAuth: [0],
        chainName: `large ${at}`,
        vmId: subnetEvmID,
        fxIds: [],
        genesisData: { a: "x".repeat(length) },
      },
      wallet.context,
    );
    await wallet.sign(unsignedTx);
    const bytes = unsignedTx.getSignedTx().toBytes();
    txs.push({ txID: formatId(sha256(bytes)), bytes });
  }
  return txs;
}

/** Makes UTXOs of somewhat more than an AVAX, which the wallet leaves alone because it has larger ones. */
async function divide(wallet: Wallet, count: number): Promise<readonly Utxo[]> {
  const amounts = Array.from({ length: count }, (_, at) => avax + BigInt(at + 1));
  await wallet.send((funds, context) => {
    const outputs = amounts.map((amount) =>
      avalanchejs.TransferableOutput.fromNative(context.avaxAssetID, amount, [wallet.addressBytes]),
    );
    return pvm.newBaseTx({ ...funds, outputs }, context);
  });
  const utxos = await wallet.utxos();
  return amounts.map((amount) => utxos.find((utxo) => utils.getUtxoInfo(utxo).amount === amount)!);
}

/** Waits until a block may have the gas that a transaction of a length needs. */
export async function untilGas(url: string, { bytes }: LargeTx): Promise<void> {
  const needed = BigInt(bytes.length) + otherGas;
  await until(
    async () => {
      const { capacity, timestamp } = await ask<{ capacity: string; timestamp: string }>(
        url,
        "/ext/bc/P",
        "platform.getFeeState",
      );
      const seconds = Math.floor((Date.now() - Date.parse(timestamp)) / 1000);
      return BigInt(capacity) + gasPerSecond * BigInt(Math.max(0, seconds)) >= needed;
    },
    () => "the gas does not suffice",
  );
}
