// The app: it lists validators to delegate to, delegates with avalanchejs, and shows the outcome of a stake.
import { addTxSignatures, Context, pvm, secp256k1, utils } from "@avalabs/avalanchejs";

const primaryNetworkID = "11111111111111111111111111111111LpoYY";
const navaxPerAvax = 1_000_000_000n;
const daySeconds = 86_400n;

/** Validators whose period lasts at least a number of days more, the cheapest first. */
export async function offers(client, daysMin) {
  const { validators } = await client.platform.getCurrentValidators();
  const now = await chainSeconds(client);
  return validators
    .map(({ nodeID, delegationFee, endTime }) => ({
      nodeID,
      feePercent: Number(delegationFee),
      daysLeft: Number((endTime - now) / daySeconds),
    }))
    .filter(({ daysLeft }) => daysLeft >= daysMin)
    .sort((a, b) => a.feePercent - b.feePercent);
}

/** Delegates whole AVAX for some days; resolves to the ID of the transaction once it is accepted. */
export async function delegate({ url, client, privateKey, nodeID, avax, days }) {
  const key = utils.base58check.decode(privateKey.replace("PrivateKey-", ""));
  const address = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(key));
  const context = await Context.getContextFromURI(url);
  const api = new pvm.PVMApi(url);
  const { utxos } = await api.getUTXOs({ addresses: [utils.format("P", context.hrp, address)] });
  const unsignedTx = pvm.newAddPermissionlessDelegatorTx(
    {
      feeState: await api.getFeeState(),
      fromAddressesBytes: [address],
      utxos,
      subnetId: primaryNetworkID,
      nodeId: nodeID,
      start: 0n,
      end: (await chainSeconds(client)) + BigInt(days) * daySeconds,
      weight: BigInt(avax) * navaxPerAvax,
      rewardAddresses: [address],
    },
    context,
  );
  await addTxSignatures({ unsignedTx, privateKeys: [key] });
  const { txID } = await api.issueSignedTx(unsignedTx.getSignedTx());
  while ((await client.platform.getTxStatus({ txID })).status !== "Committed") {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return txID;
}

/** `staking` while the period lasts, then `rewarded` or `unrewarded`. */
export async function stateOf(client, txID) {
  const { validators } = await client.platform.getCurrentValidators();
  const running = validators.map(({ nodeID }) => nodeID);
  const detailed = await Promise.all(
    running.map((nodeID) => client.platform.getCurrentValidators({ nodeIDs: [nodeID] })),
  );
  const delegations = detailed.flatMap(({ validators: [one] }) => one?.delegators ?? []);
  if (delegations.some((each) => each.txID === txID)) return "staking";
  const { utxos } = await client.platform.getRewardUTXOs({ txID });
  return utxos.length > 0 ? "rewarded" : "unrewarded";
}

async function chainSeconds(client) {
  const { clock } = await client.dev.nodeInfo();
  return BigInt(clock.timestamp);
}
