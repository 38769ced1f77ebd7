import { afterAll, beforeAll, expect, it } from "vitest";
import { avalanchejs, type UnsignedTx, type Utxo } from "./avalanchejs.ts";
import { avax, LocalNetwork } from "./local-network.ts";
import { ask } from "./rpc.ts";

const { pvm, TransferableOutput, utils } = avalanchejs;

let network: LocalNetwork;
const dev = <Result>(method: string, params = {}) =>
  ask<Result>(network.node.url, "/ext/dev", `dev.${method}`, params);

/** Nobody has its key. */
const stranger = new Uint8Array(20).fill(0xab);
let address = "";

beforeAll(async () => {
  network = await LocalNetwork.start();
  address = utils.format("P", network.ewoq.context.hrp, stranger);
});
afterAll(() => network.node.discard());

it("spends funds of an address without its key, until impersonation is turned off", async () => {
  await dev("fund", { address, amount: String(1_000n * avax) });
  const utxos = await utxosOf(address);
  await expect(send(await payment(utxos))).rejects.toThrow("invalid signature");

  await dev("impersonate", { addresses: [address] });
  const before = await network.other.balance();
  await send(await payment(utxos));
  expect((await network.other.balance()) - before).toBe(5n * avax);

  await dev("impersonate", { addresses: [address], enabled: false });
  await expect(send(await payment(await utxosOf(address)))).rejects.toThrow("invalid signature");
});

it("verifies everything except the signature", async () => {
  await dev("impersonate", { addresses: [address] });
  const utxos = await utxosOf(address);
  const tx = await payment(utxos);
  await send(tx);
  await expect(send(tx)).rejects.toThrow("failed to read consumed UTXO");
});

async function utxosOf(owner: string): Promise<readonly Utxo[]> {
  return (await network.ewoq.api.getUTXOs({ addresses: [owner] })).utxos;
}

async function payment(utxos: readonly Utxo[]): Promise<UnsignedTx> {
  const { avaxAssetID } = network.ewoq.context;
  return pvm.newBaseTx(
    {
      feeState: await network.ewoq.api.getFeeState(),
      fromAddressesBytes: [stranger],
      utxos,
      outputs: [
        TransferableOutput.fromNative(avaxAssetID, 5n * avax, [network.other.addressBytes]),
      ],
    },
    network.ewoq.context,
  );
}

/** Sends it with its signatures as they are at first: zeros. */
async function send(unsignedTx: UnsignedTx): Promise<void> {
  const tx = utils.bufferToHex(utils.addChecksum(unsignedTx.getSignedTx().toBytes()));
  const { txID } = await network.P<{ txID: string }>("platform.issueTx", { tx });
  let status = "Processing";
  while (status === "Processing") {
    ({ status } = await network.P<{ status: string }>("platform.getTxStatus", { txID }));
  }
  expect(status).toBe("Committed");
}
