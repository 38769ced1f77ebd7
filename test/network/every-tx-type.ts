import { setTimeout as sleep } from "node:timers/promises";
import * as untyped from "@avalabs/avalanchejs";
import { sha256 } from "../../src/crypto/hash.ts";
import { formatId } from "../../src/formats/id.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { avalanchejs, type Utxo } from "../e2e/avalanchejs.ts";
import { BlsKey, L1Manager } from "../e2e/l1-manager.ts";
import { avax, nowSeconds, subnetEvmID } from "../e2e/local-network.ts";
import type { Wallet } from "../e2e/wallet.ts";
import { delegate, payOnce } from "./traffic.ts";

const { L1Validator, PChainOwner, pvm, TransferableOutput } = avalanchejs;
const managerAddress = new Uint8Array(20).fill(0xc0);
const nodeIDOf = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));
const absent = nodeIDOf(0x11);

/** A warp message counts once the epoch of the network knows the validators that signed it. */
const warpWaitMs = 240_000;

/** What the traffic left behind, for queries. */
export type Traces = {
  readonly subnetIDs: readonly string[];
  readonly validationID: string;
  /** The transactions of stakers whose period ends while the checks run. */
  readonly stakerTxIDs: readonly string[];
};

/**
 * Issues every transaction type that a network accepts today, with the rewards that follow: a delegator that is paid, and
 * a validator that is not, because no node has its ID.
 */
export async function issueEveryTxType(
  wallet: Wallet,
  other: Wallet,
  { url, nodeID }: { readonly url: string; readonly nodeID: string },
): Promise<Traces> {
  const validator = await wallet.addValidator({
    nodeID: absent,
    end: nowSeconds() + 60n,
    key: new BlsKey(1),
  });
  const delegator = await delegate(wallet, nodeID, 40n);
  const permissioned = await makePermissionedSubnet(wallet, other);
  await exportAndImport(wallet, url);
  const l1 = await makeL1(wallet);
  return {
    subnetIDs: [permissioned, l1.subnetID],
    validationID: l1.validationID,
    stakerTxIDs: [validator.txID, delegator],
  };
}

async function makePermissionedSubnet(wallet: Wallet, other: Wallet): Promise<string> {
  const subnetId = await createSubnet(wallet);
  const authorized = { subnetId, subnetAuth: [0] };
  await wallet.send((funds, context) =>
    pvm.newAddSubnetValidatorTx(
      {
        ...{ ...funds, ...authorized },
        nodeId: absent,
        start: 0n,
        end: nowSeconds() + 40n,
        weight: 30n,
      },
      context,
    ),
  );
  await wallet.send((funds, context) =>
    pvm.newRemoveSubnetValidatorTx({ ...funds, ...authorized, nodeId: absent }, context),
  );
  await wallet.send((funds, context) =>
    pvm.newTransferSubnetOwnershipTx(
      { ...funds, ...authorized, subnetOwners: [other.addressBytes] },
      context,
    ),
  );
  return subnetId;
}

async function createSubnet(wallet: Wallet): Promise<string> {
  const { txID } = await wallet.send((funds, context) =>
    pvm.newCreateSubnetTx({ ...funds, subnetOwners: [wallet.addressBytes] }, context),
  );
  return txID;
}

/** Exports to the X- and C-chain; what is imported comes from the X-chain. */
async function exportAndImport(wallet: Wallet, url: string): Promise<void> {
  const { xBlockchainID, cBlockchainID } = wallet.context;
  for (const destinationChainId of [xBlockchainID, cBlockchainID]) {
    await wallet.send((funds, context) =>
      pvm.newExportTx({ ...funds, destinationChainId, outputs: [oneAvax(wallet)] }, context),
    );
  }
  await exportFromX(wallet, url);
  let utxos: readonly Utxo[] = [];
  const deadline = Date.now() + 30_000;
  while (utxos.length === 0) {
    if (Date.now() > deadline) throw new Error("the X-chain exported nothing");
    await sleep(200);
    utxos = await wallet.utxos("X");
  }
  await wallet.send(
    (funds, context) =>
      pvm.newImportTx(
        { ...funds, sourceChainId: xBlockchainID, toAddressesBytes: [wallet.addressBytes] },
        context,
      ),
    { utxos },
  );
}

/** The parts of avalanchejs for the X-chain that only this uses. */
type Avm = {
  readonly AVMApi: new (
    url: string,
  ) => {
    getUTXOs(request: { addresses: string[] }): Promise<{ utxos: Utxo[] }>;
    issueSignedTx(tx: unknown): Promise<unknown>;
  };
  readonly newExportTx: (
    context: unknown,
    destination: string,
    from: readonly Uint8Array[],
    utxos: readonly Utxo[],
    outputs: readonly unknown[],
  ) => Parameters<Wallet["issue"]>[0];
};

async function exportFromX(wallet: Wallet, url: string): Promise<void> {
  const { avm } = untyped as unknown as { readonly avm: Avm };
  const api = new avm.AVMApi(url);
  const address = `X-${wallet.address.slice(2)}`;
  const { utxos } = await api.getUTXOs({ addresses: [address] });
  const { context, addressBytes } = wallet;
  const unsignedTx = avm.newExportTx(
    context,
    "11111111111111111111111111111111LpoYY",
    [addressBytes],
    utxos,
    [TransferableOutput.fromNative(context.avaxAssetID, 2n * avax, [addressBytes])],
  );
  await wallet.sign(unsignedTx);
  await api.issueSignedTx(unsignedTx.getSignedTx());
}

/** Converts a subnet, then registers, changes, pays and disables a validator, and removes it. */
async function makeL1(
  wallet: Wallet,
): Promise<{ readonly subnetID: string; readonly validationID: string }> {
  const keys = [new BlsKey(2), new BlsKey(3)];
  const subnetId = await createSubnet(wallet);
  const authorized = { subnetId, subnetAuth: [0] };
  const chain = await wallet.send((funds, context) =>
    pvm.newCreateChainTx(
      {
        ...{ ...funds, ...authorized },
        chainName: "manager",
        vmId: subnetEvmID,
        fxIds: [],
        genesisData: { a: 1 },
      },
      context,
    ),
  );
  const owner = PChainOwner.fromNative([wallet.addressBytes], 1);
  const validators = keys.map((key, index) => {
    const proof = new avalanchejs.pvmSerial.ProofOfPossession(key.publicKey, key.proofOfPossession);
    return L1Validator.fromNative(nodeIDOf(0x20 + index), 100n, avax, proof, owner, owner);
  });
  await wallet.send((funds, context) =>
    pvm.newConvertSubnetToL1Tx(
      {
        ...{ ...funds, ...authorized },
        chainId: chain.txID,
        address: managerAddress,
        validators,
      },
      context,
    ),
  );
  const manager = new L1Manager(wallet.context.networkID, chain.txID, managerAddress, keys);
  const registered = new BlsKey(5);
  const { payload, message } = manager.register({
    subnetID: subnetId,
    nodeID: nodeIDOf(0x30),
    key: registered,
    expiry: nowSeconds() + 3600n,
    owner,
    weight: 20n,
  });
  await whenSignersAreKnown(wallet, () =>
    wallet.send((funds, context) =>
      pvm.newRegisterL1ValidatorTx(
        { ...funds, balance: 2n * avax, blsSignature: registered.proofOfPossession, message },
        context,
      ),
    ),
  );
  const validationId = formatId(sha256(payload));
  const setWeight = (nonce: bigint, weight: bigint) =>
    wallet.send((funds, context) =>
      pvm.newSetL1ValidatorWeightTx(
        { ...funds, message: manager.setWeight(validationId, nonce, weight) },
        context,
      ),
    );
  // Small enough to be signed by the first two validators alone, with two thirds of the weight.
  await whenSignersAreKnown(wallet, () => setWeight(0n, 25n));
  await wallet.send((funds, context) =>
    pvm.newIncreaseL1ValidatorBalanceTx({ ...funds, validationId, balance: avax }, context),
  );
  await wallet.send((funds, context) =>
    pvm.newDisableL1ValidatorTx({ ...funds, validationId, disableAuth: [0] }, context),
  );
  return { subnetID: subnetId, validationID: validationId };
}

/** Tries until the network's epoch has the validators of the message; payments in between bring epochs on. */
async function whenSignersAreKnown(wallet: Wallet, send: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + warpWaitMs;
  for (;;) {
    try {
      await send();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(4_000);
    await payOnce(wallet);
  }
}

function oneAvax(wallet: Wallet) {
  return TransferableOutput.fromNative(wallet.context.avaxAssetID, avax, [wallet.addressBytes]);
}
