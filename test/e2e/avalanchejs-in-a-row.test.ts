import { expect, it } from "vitest";
import { avalanchejs } from "./avalanchejs.ts";
import { avax } from "./local-network.ts";
import { NodeProcess } from "./node-process.ts";
import { ask } from "./rpc.ts";
import { largest, Wallet } from "./wallet.ts";

const { pvm, TransferableOutput } = avalanchejs;

/** `npm run test:transactions` issues 1,000. */
const transactions = Number(process.env["COULOIR_TRANSACTIONS"] ?? 40);
const funded = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";
const msEach = 1_000;

it.each([1, 2])(
  `with processes=%i, none of ${transactions} transactions of avalanchejs in a row is refused, without a pause between them`,
  async (processes) => {
    const flags = [`--processes=${processes}`, "--staking-port=0", "--log-level=warn"];
    const node = await NodeProcess.start(...flags);
    try {
      const wallet = await Wallet.open(funded, () => node.url);
      const { addressBytes, context, api } = wallet;
      const outputs = [TransferableOutput.fromNative(context.avaxAssetID, avax, [addressBytes])];
      const refusals: unknown[] = [];
      for (let at = 0; at < transactions; at++) {
        const [feeState, utxos] = await Promise.all([api.getFeeState(), wallet.utxos()]);
        const funds = { feeState, fromAddressesBytes: [addressBytes], utxos: [largest(utxos)] };
        const unsignedTx = pvm.newBaseTx({ ...funds, outputs }, context);
        await wallet.sign(unsignedTx);
        await api.issueSignedTx(unsignedTx.getSignedTx()).catch((error) => refusals.push(error));
      }
      expect(refusals).toEqual([]);
      const { height } = await ask<{ readonly height: string }>(
        node.url,
        "/ext/bc/P",
        "platform.getHeight",
      );
      expect(Number(height)).toBeGreaterThanOrEqual(transactions);
    } finally {
      await node.discard();
    }
  },
  60_000 + transactions * msEach,
);
