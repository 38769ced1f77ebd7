import { formatAddress } from "../../src/formats/address.ts";
import { encodeBytes } from "../../src/formats/encoding.ts";
import { formatId } from "../../src/formats/id.ts";
import type { Tx } from "../../src/pchain/txs/tx.ts";
import { divide, payerAddress, spendable } from "../support/transfers.ts";
import type { NodeProcess } from "./node-process.ts";

const localID = 12345;
const largeTxs = 3;

/** As much gas as wanted, so that a block can have a transaction of the maximum size. */
export const gasFlags = ["max-gas-capacity", "max-gas-per-second", "target-gas-per-second"].map(
  (name) => `--dynamic-fees-${name}=1000000000`,
);

/** As many addresses as one call may have; nobody has their keys. */
export const manyAddresses = Array.from({ length: 1_024 }, (_, i) => {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(0, i);
  return formatAddress("P", "local", bytes);
});

/** Divides the payer's largest UTXOs into many. Resolves to the transactions, each in a block of its own. */
export async function makeLargeTxs(node: NodeProcess, outputs = 700): Promise<readonly string[]> {
  const params = { addresses: [payerAddress] };
  const { result } = await node.call("/ext/bc/P", "platform.getUTXOs", params);
  const funds = spendable((result as { utxos: string[] }).utxos, 10_000_000_000_000n);
  const txIDs: string[] = [];
  for (const utxo of funds.slice(0, largeTxs)) {
    const tx = divide(localID, utxo, outputs, 100_000_000n);
    txIDs.push(await issueCommitted(node, tx));
  }
  return txIDs;
}

/** Resolves to the ID once the transaction is in a block. */
export async function issueCommitted(node: NodeProcess, { id, bytes }: Tx): Promise<string> {
  const params = { tx: encodeBytes(bytes, "hex") };
  const issued = await node.call("/ext/bc/P", "platform.issueTx", params);
  if (issued.error !== undefined) throw new Error(issued.error.message);
  const txID = formatId(id);
  const status = () => node.call("/ext/bc/P", "platform.getTxStatus", { txID });
  while (((await status()).result as { status: string }).status !== "Committed");
  return txID;
}

export async function heightOf(node: NodeProcess): Promise<number> {
  const { result } = await node.call("/ext/bc/P", "platform.getHeight");
  return Number((result as { height: string }).height);
}
