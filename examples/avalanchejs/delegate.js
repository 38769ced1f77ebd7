// Delegates 25 AVAX to the first validator of a dev node, lets the period pass, and prints what came of it.
//
//     npx couloir &
//     node examples/avalanchejs/delegate.js http://127.0.0.1:9650
import { addTxSignatures, Context, pvm, secp256k1, utils } from "@avalabs/avalanchejs";

const url = process.argv[2] ?? "http://127.0.0.1:9650";
const avax = 1_000_000_000n;
const days = 14n;

// The key that every local network funds.
const key = utils.base58check.decode("ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN");
const address = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(key));
const context = await Context.getContextFromURI(url);
const api = new pvm.PVMApi(url);

const { validators } = await api.getCurrentValidators();
const { clock } = await dev("dev.nodeInfo");
const unsignedTx = pvm.newAddPermissionlessDelegatorTx(
  {
    feeState: await api.getFeeState(),
    fromAddressesBytes: [address],
    utxos: (await api.getUTXOs({ addresses: [utils.format("P", context.hrp, address)] })).utxos,
    subnetId: "11111111111111111111111111111111LpoYY",
    nodeId: validators[0].nodeID,
    start: 0n,
    end: BigInt(clock.timestamp) + days * 86_400n,
    weight: 25n * avax,
    rewardAddresses: [address],
  },
  context,
);
await addTxSignatures({ unsignedTx, privateKeys: [key] });
const { txID } = await api.issueSignedTx(unsignedTx.getSignedTx());
let status = "Processing";
while (status === "Processing") ({ status } = await api.getTxStatus({ txID }));
console.log(`${txID} is ${status}`);

await dev("dev.increaseTime", { seconds: Number(days) * 86_400 + 1 });
const { utxos } = await api.getRewardUTXOs({ txID });
const reward = utxos.reduce((sum, utxo) => sum + utils.getUtxoInfo(utxo).amount, 0n);
console.log(`25 AVAX have earned ${Number(reward) / Number(avax)} AVAX in ${days} days`);

async function dev(method, params = {}) {
  const response = await fetch(`${url}/ext/dev`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}
