// The app: runs a validator whose staking period renews by itself (ACP-236), with avalanchejs.
import { addTxSignatures, Context, pvm, secp256k1, utils } from "@avalabs/avalanchejs";

const navaxPerAvax = 1_000_000_000n;
const daySeconds = 86_400n;
const sharesPerPercent = 10_000;

/** Connects a funded key to a node. */
export async function openWallet({ url, client, privateKey }) {
  const key = utils.base58check.decode(privateKey.replace("PrivateKey-", ""));
  const address = secp256k1.publicKeyBytesToAddress(secp256k1.getPublicKey(key));
  const context = await Context.getContextFromURI(url);
  return { client, key, address, context, api: new pvm.PVMApi(url) };
}

/** Adds a spare validator for periods of some days; resolves to the ID of the transaction that adds it. */
export async function addValidator(wallet, { avax, days, restakePercent }) {
  const { address, client } = wallet;
  const { validators } = await client.dev.spareValidators({ count: 1 });
  const [{ nodeID, publicKey, proofOfPossession }] = validators;
  return send(wallet, pvm.newAddAutoRenewedValidatorTx, {
    nodeId: nodeID,
    publicKey: utils.hexToBuffer(publicKey),
    signature: utils.hexToBuffer(proofOfPossession),
    weight: BigInt(avax) * navaxPerAvax,
    period: BigInt(days) * daySeconds,
    autoCompoundRewardShares: restakePercent * sharesPerPercent,
    shares: 2 * sharesPerPercent,
    rewardAddresses: [address],
    delegatorRewardsOwner: [address],
    // May change the configuration.
    ownerAddresses: [address],
  });
}

/** Changes the part of the rewards that is restaked, from this period on, and the length of the next; 0 days exit. */
export function configure(wallet, txID, { days, restakePercent }) {
  return send(wallet, pvm.newSetAutoRenewedValidatorConfigTx, {
    validatorTxId: txID,
    auth: [0],
    autoCompoundRewardShares: restakePercent * sharesPerPercent,
    period: BigInt(days) * daySeconds,
  });
}

/** The validator in its current period; undefined after its exit. Amounts are nAVAX. */
export async function validatorOf({ client }, txID) {
  const { validators } = await client.platform.getCurrentValidators();
  return validators.find((each) => each.txID === txID);
}

/** The wallet's spendable nAVAX. */
export async function balanceOf({ api, context, address }) {
  const { unlocked } = await api.getBalance({
    addresses: [utils.format("P", context.hrp, address)],
  });
  return unlocked;
}

async function send({ client, key, address, context, api }, build, params) {
  const { utxos } = await api.getUTXOs({ addresses: [utils.format("P", context.hrp, address)] });
  const feeState = await api.getFeeState();
  const unsignedTx = build({ ...params, feeState, fromAddressesBytes: [address], utxos }, context);
  await addTxSignatures({ unsignedTx, privateKeys: [key] });
  await signAuthorization(unsignedTx, key);
  const { txID } = await api.issueSignedTx(unsignedTx.getSignedTx());
  while ((await client.platform.getTxStatus({ txID })).status !== "Committed") {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return txID;
}

/** A change of the configuration has one credential more than it has inputs: the authority's, which avalanchejs leaves out. */
async function signAuthorization(unsignedTx, key) {
  const position = unsignedTx.getInputUtxos().length;
  if (unsignedTx.getCredentials().length === position) return;
  unsignedTx.addSignatureAt(await secp256k1.sign(unsignedTx.toBytes(), key), position, 0);
}
