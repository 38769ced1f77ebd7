import { setTimeout as sleep } from "node:timers/promises";
import { sha256 } from "../../src/crypto/hash.ts";
import { formatId } from "../../src/formats/id.ts";
import { parsePrivateKey } from "../../src/formats/private-key.ts";
import { avalanchejs } from "../e2e/avalanchejs.ts";
import { ask } from "../e2e/rpc.ts";
import { primaryNetworkID, type Wallet } from "../e2e/wallet.ts";

const { pvm } = avalanchejs;
const ewoq = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const waitMs = 60_000;

/** Returns the transaction. */
export async function payOnce(wallet: Wallet): Promise<string> {
  const { txID } = await wallet.send((funds, context) =>
    pvm.newBaseTx({ ...funds, outputs: [payment(context.avaxAssetID, wallet)] }, context),
  );
  return txID;
}

/** Delegates to a validator; returns the transaction. */
export async function delegate(wallet: Wallet, nodeID: string, seconds: bigint): Promise<string> {
  const { txID } = await wallet.send((funds, context) =>
    pvm.newAddPermissionlessDelegatorTx(
      {
        ...funds,
        subnetId: primaryNetworkID,
        nodeId: nodeID,
        start: 0n,
        end: BigInt(Math.floor(Date.now() / 1000)) + seconds,
        weight: 25_000_000_000n,
        rewardAddresses: [wallet.addressBytes],
      },
      context,
    ),
  );
  return txID;
}

export async function signedPayment(wallet: Wallet): Promise<{ bytes: Uint8Array; txID: string }> {
  const { api, context, addressBytes } = wallet;
  const unsignedTx = pvm.newBaseTx(
    {
      feeState: await api.getFeeState(),
      fromAddressesBytes: [addressBytes],
      utxos: await wallet.utxos(),
      outputs: [payment(context.avaxAssetID, wallet)],
    },
    context,
  );
  await avalanchejs.addTxSignatures({ unsignedTx, privateKeys: [parsePrivateKey(ewoq)] });
  const bytes = unsignedTx.getSignedTx().toBytes();
  return { bytes, txID: formatId(sha256(bytes)) };
}

export async function statusOf(url: string, txID: string): Promise<string> {
  return (await ask<{ status: string }>(url, "/ext/bc/P", "platform.getTxStatus", { txID })).status;
}

export async function issueBytes(url: string, bytes: Uint8Array): Promise<void> {
  const tx = `0x${Buffer.from(bytes).toString("hex")}`;
  await ask(url, "/ext/bc/P", "platform.issueTx", { tx, encoding: "hexnc" });
}

export async function until(
  isTrue: () => boolean | Promise<boolean>,
  why: () => string,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`timed out: ${why()}`);
    await sleep(20);
  }
}

function payment(assetID: string, { addressBytes }: Wallet) {
  return avalanchejs.TransferableOutput.fromNative(assetID, 1_000_000n, [addressBytes]);
}
