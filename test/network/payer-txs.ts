import { encodeBytes } from "../../src/formats/encoding.ts";
import { formatId } from "../../src/formats/id.ts";
import type { BaseTxFields } from "../../src/pchain/components/base-tx.ts";
import type { TransferableOutput, TransferOutput } from "../../src/pchain/components/outputs.ts";
import type { UnsignedTx } from "../../src/pchain/txs/unsigned-tx.ts";
import { ask } from "../e2e/rpc.ts";
import { payer, signedByPayer, spendable } from "../support/transfers.ts";
import type { TestNetwork } from "./test-network.ts";
import { statusOf, until } from "./traffic.ts";

/** More than any of these transactions costs. */
const burnedNavax = 10_000_000n;

/** Where the transactions of the payer are issued, and its address there. */
export type Issuer = {
  readonly url: string;
  readonly address: string;
  readonly network: Pick<TestNetwork, "id">;
};

/** Makes the first block: avalanchejs builds no transaction while the fee state is that of the genesis, without gas. */
export async function payFirst(issuer: Issuer): Promise<string> {
  const { baseTx } = await spend(issuer, 0n);
  return issue(issuer.url, { kind: "BaseTx", baseTx });
}

/** Spends the payer's largest UTXO; what is left after an amount and the fee goes back. */
export async function spend(
  { url, address, network }: Issuer,
  amountNavax: bigint,
): Promise<{ readonly baseTx: BaseTxFields; readonly assetID: Uint8Array }> {
  const { utxos } = await ask<{ utxos: string[] }>(url, "/ext/bc/P", "platform.getUTXOs", {
    addresses: [address],
    encoding: "hex",
  });
  const found = spendable(utxos, amountNavax + 2n * burnedNavax);
  const amountOf = ({ output }: (typeof found)[number]) => (output as TransferOutput).amount;
  const [largest] = found.sort((a, b) => (amountOf(a) > amountOf(b) ? -1 : 1));
  const { txID, outputIndex, assetID } = largest!;
  const amount = amountOf(largest!);
  const baseTx = {
    networkID: network.id,
    blockchainID: new Uint8Array(32),
    outputs: [outputOf(assetID, amount - amountNavax - burnedNavax)],
    inputs: [
      {
        txID,
        outputIndex,
        assetID,
        input: { kind: "TransferInput", amount, signatureIndices: [0] },
      },
    ],
    memo: new Uint8Array(0),
  } as const;
  return { baseTx, assetID };
}

export function outputOf(assetID: Uint8Array, amount: bigint): TransferableOutput {
  const owners = { locktime: 0n, threshold: 1, addresses: [payer] };
  return { assetID, output: { kind: "TransferOutput", amount, ...owners } };
}

/** The second signature is that of the validator's authority. */
export async function issue(url: string, unsigned: UnsignedTx): Promise<string> {
  const signatures = unsigned.kind === "SetAutoRenewedValidatorConfigTx" ? 2 : 1;
  const { id, bytes } = signedByPayer(unsigned, signatures);
  const params = { tx: encodeBytes(bytes, "hex"), encoding: "hex" };
  await ask(url, "/ext/bc/P", "platform.issueTx", params);
  const txID = formatId(id);
  await until(
    async () => (await statusOf(url, txID)) === "Committed",
    () => `${txID} is not accepted`,
  );
  return txID;
}
