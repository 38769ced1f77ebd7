import assert from "node:assert/strict";
import { sha256 } from "../../../src/crypto/hash.ts";
import { formatHex } from "../../../src/formats/hex.ts";
import { formatId } from "../../../src/formats/id.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { avalanchejs } from "../../e2e/avalanchejs.ts";
import { BlsKey, initialValidationID, L1Manager } from "../../e2e/l1-manager.ts";
import { call } from "./sdk.ts";
import { avax, type Calls, primaryNetworkID, type World } from "./world.ts";

const subnetEvmID = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
const nodeIDOf = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));
const stakerID = nodeIDOf(0x11);
const subnetAuth = [0];
const managerAddress = new Uint8Array(20).fill(0xc0);
const [initialKey, registeredKey] = [new BlsKey(1), new BlsKey(2)];
const onlyMainnetAndFuji = {
  error: /Invalid network ID: 12345/,
  skipped: "the package itself refuses every network but mainnet and Fuji",
};
const noNode = { skipped: "asks no node" };

/** The wallet's methods, by their names in the package. */
export const walletCalls: Calls = {
  getAccountPubKey: noNode,
  signXPMessage: noNode,
  addOrModifyXPAddressAlias: noNode,
  async signXPTransaction(world) {
    const request = await call(world.wallet.pChain, "prepareBaseTxn", payment(world, 3n));
    const { signedTxHex } = await world.wallet.signXPTransaction(request);
    const signed = { tx: signedTxHex, encoding: "hex" };
    const { txID } = await call(world.wallet.pChain, "issueTx", signed);
    await world.wallet.waitForTxn({ txHash: txID, chainAlias: "P" });
    await expectOutput(world, txID, 3n);
  },
  async sendXPTransaction(world) {
    const request = await call(world.wallet.pChain, "prepareBaseTxn", payment(world, 4n));
    const { txHash, chainAlias } = await world.wallet.sendXPTransaction(request);
    assert.equal(chainAlias, "P");
    await world.wallet.waitForTxn({ txHash, chainAlias });
    await expectOutput(world, txHash, 4n);
  },
  async waitForTxn(world) {
    await world.wallet.waitForTxn({ txHash: world.lastTxID, chainAlias: "P" });
    const unknown = { txHash: formatId(new Uint8Array(32).fill(9)), chainAlias: "P" };
    await assert.rejects(
      world.wallet.waitForTxn({ ...unknown, maxRetries: 1 } as typeof unknown),
      /Transaction status not found/,
    );
  },
  send: { skipped: "it writes its own addresses as mainnet's or Fuji's on every other network" },
};

/** The wallet's methods for the P-chain, in an order in which each finds what it needs. */
export const pChainWalletCalls: Calls = {
  async prepareBaseTxn(world) {
    await expectOutput(world, await prepared(world, "prepareBaseTxn", payment(world, 1n)), 1n);
  },
  async prepareAddPermissionlessValidatorTxn(world) {
    await prepared(world, "prepareAddPermissionlessValidatorTxn", {
      nodeId: stakerID,
      stakeInAvax: 2000n * avax,
      end: await world.endAfter(30n),
      rewardAddresses: [world.address],
      delegatorRewardAddresses: [world.address],
      delegatorRewardPercentage: 2.5,
      publicKey: formatHex(initialKey.publicKey),
      signature: formatHex(initialKey.proofOfPossession),
    });
    const validator = await world.validator(primaryNetworkID, stakerID);
    assert.equal(validator?.["stakeAmount"], String(2000n * avax));
    assert.equal(validator?.["delegationFee"], "2.5000");
  },
  /** Exported without the `n` of the client's method. */
  async prepareAddPermissionlessDelegatorTx(world) {
    world.delegationID = await prepared(world, "prepareAddPermissionlessDelegatorTxn", {
      nodeId: stakerID,
      stakeInAvax: 25n * avax,
      end: await world.endAfter(15n),
      rewardAddresses: [world.address],
    });
    const validator = await world.validator(primaryNetworkID, stakerID);
    assert.equal(validator?.["delegatorWeight"], String(25n * avax));
  },
  async prepareCreateSubnetTxn(world) {
    const subnetOwners = { addresses: [world.address], threshold: 1 };
    world.subnetID = await prepared(world, "prepareCreateSubnetTxn", { subnetOwners });
    const { controlKeys } = await subnetOf(world);
    assert.deepEqual(controlKeys, [world.address]);
  },
  async prepareAddSubnetValidatorTxn(world) {
    await prepared(world, "prepareAddSubnetValidatorTxn", {
      subnetId: world.subnetID,
      nodeId: stakerID,
      weight: 7n,
      end: await world.endAfter(10n),
      subnetAuth,
    });
    assert.equal((await world.validator(world.subnetID, stakerID))?.["weight"], "7");
  },
  async prepareRemoveSubnetValidatorTxn(world) {
    const request = { subnetId: world.subnetID, nodeId: stakerID, subnetAuth };
    await prepared(world, "prepareRemoveSubnetValidatorTxn", request);
    assert.equal(await world.validator(world.subnetID, stakerID), undefined);
  },
  async prepareCreateChainTxn(world) {
    world.chainID = await prepared(world, "prepareCreateChainTxn", {
      subnetId: world.subnetID,
      vmId: subnetEvmID,
      chainName: "dropin",
      genesisData: { a: 1 },
      subnetAuth,
    });
    const params = { blockchainID: world.chainID };
    const { subnetID } = await world.P<{ subnetID: string }>("platform.validatedBy", params);
    assert.equal(subnetID, world.subnetID);
  },
  async prepareConvertSubnetToL1Txn(world) {
    const owner = { addresses: [world.address], threshold: 1 };
    const validator = {
      nodeId: nodeIDOf(0x20),
      nodePoP: {
        publicKey: formatHex(initialKey.publicKey),
        proofOfPossession: formatHex(initialKey.proofOfPossession),
      },
      weight: 100n,
      initialBalanceInAvax: avax,
      remainingBalanceOwner: owner,
      deactivationOwner: owner,
    };
    await prepared(world, "prepareConvertSubnetToL1Txn", {
      subnetId: world.subnetID,
      blockchainId: world.chainID,
      managerContractAddress: formatHex(managerAddress),
      validators: [validator],
      subnetAuth,
    });
    const { isPermissioned, managerChainID } = await subnetOf(world);
    assert.deepEqual([isPermissioned, managerChainID], [false, world.chainID]);
  },
  async prepareRegisterL1ValidatorTxn(world) {
    const { payload, message } = managerOf(world, [initialKey]).register({
      subnetID: world.subnetID,
      nodeID: nodeIDOf(0x30),
      key: registeredKey,
      expiry: (await world.endAfter(0n)) + 3600n,
      owner: avalanchejs.PChainOwner.fromNative([managerAddress], 1),
      weight: 20n,
    });
    await prepared(world, "prepareRegisterL1ValidatorTxn", {
      initialBalanceInAvax: avax,
      blsSignature: formatHex(registeredKey.proofOfPossession),
      message: formatHex(message),
    });
    const registered = await l1Validator(world, formatId(sha256(payload)));
    assert.deepEqual([registered.nodeID, registered.weight], [nodeIDOf(0x30), "20"]);
  },
  async prepareSetL1ValidatorWeightTxn(world) {
    world.validationID = initialValidationID(world.subnetID, 0);
    const manager = managerOf(world, [initialKey, registeredKey]);
    const message = formatHex(manager.setWeight(world.validationID, 0n, 90n));
    await prepared(world, "prepareSetL1ValidatorWeightTxn", { message });
    assert.equal((await l1Validator(world, world.validationID)).weight, "90");
  },
  async prepareIncreaseL1ValidatorBalanceTxn(world) {
    const request = { validationId: world.validationID, balanceInAvax: 5n * avax };
    await prepared(world, "prepareIncreaseL1ValidatorBalanceTxn", request);
    const { balance } = await l1Validator(world, world.validationID);
    assert(BigInt(balance) > 5n * avax, `the balance is ${balance}`);
  },
  async prepareDisableL1ValidatorTxn(world) {
    const request = { validationId: world.validationID, disableAuth: [0] };
    await prepared(world, "prepareDisableL1ValidatorTxn", request);
    assert.equal((await l1Validator(world, world.validationID)).balance, "0");
  },
  async prepareExportTxn(world) {
    const exportedOutputs = [{ addresses: [world.address], amount: avax }];
    const request = { destinationChain: "C", exportedOutputs };
    await assert.rejects(prepared(world, "prepareExportTxn", request), onlyMainnetAndFuji.error);
    return onlyMainnetAndFuji;
  },
  async prepareImportTxn(world) {
    const request = { sourceChain: "C", importedOutput: { addresses: [world.address] } };
    await assert.rejects(prepared(world, "prepareImportTxn", request), onlyMainnetAndFuji.error);
    return onlyMainnetAndFuji;
  },
};

async function prepared(world: World, method: string, params: object): Promise<string> {
  return world.send(await call(world.wallet.pChain, method, params));
}

function payment({ address }: World, amountAvax: bigint) {
  return { outputs: [{ addresses: [address], amount: amountAvax * avax }] };
}

async function expectOutput(world: World, txID: string, amountAvax: bigint): Promise<void> {
  const { tx } = await world.P<BaseTx>("platform.getTx", { txID, encoding: "json" });
  const amounts = tx.unsignedTx.outputs.map(({ output }) => String(output.amount));
  assert(amounts.includes(String(amountAvax * avax)), `its outputs are ${amounts}`);
}

function managerOf({ chainID }: World, keys: readonly BlsKey[]): L1Manager {
  return new L1Manager(12345, chainID, managerAddress, keys);
}

function subnetOf(world: World): Promise<Subnet> {
  return world.P<Subnet>("platform.getSubnet", { subnetID: world.subnetID });
}

function l1Validator(world: World, validationID: string): Promise<L1Validator> {
  return world.P<L1Validator>("platform.getL1Validator", { validationID });
}

type BaseTx = {
  readonly tx: {
    readonly unsignedTx: { readonly outputs: readonly { output: { amount: number } }[] };
  };
};
type Subnet = {
  readonly controlKeys: readonly string[];
  readonly isPermissioned: boolean;
  readonly managerChainID: string;
};
type L1Validator = {
  readonly nodeID: string;
  readonly weight: string;
  readonly balance: string;
};
