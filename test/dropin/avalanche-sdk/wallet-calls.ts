import assert from "node:assert/strict";
import { formatHex } from "../../../src/formats/hex.ts";
import { formatId } from "../../../src/formats/id.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";
import { BlsKey } from "../../e2e/l1-manager.ts";
import { l1WalletCalls } from "./l1-wallet-calls.ts";
import { call } from "./sdk.ts";
import { avax, type Calls, primaryNetworkID, type World } from "./world.ts";

const subnetEvmID = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
const nodeIDOf = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));
const stakerID = nodeIDOf(0x11);
const subnetAuth = [0];
const stakerKey = new BlsKey(1);
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
    await expectOutput(world, await world.sendPrepared("prepareBaseTxn", payment(world, 1n)), 1n);
  },
  async prepareAddPermissionlessValidatorTxn(world) {
    await world.sendPrepared("prepareAddPermissionlessValidatorTxn", {
      nodeId: stakerID,
      stakeInAvax: 2000n * avax,
      end: await world.endAfter(30n),
      rewardAddresses: [world.address],
      delegatorRewardAddresses: [world.address],
      delegatorRewardPercentage: 2.5,
      publicKey: formatHex(stakerKey.publicKey),
      signature: formatHex(stakerKey.proofOfPossession),
    });
    const validator = await world.validator(primaryNetworkID, stakerID);
    // Profile spec calls it stakeAmount, current releases weight.
    assert.equal(validator?.["stakeAmount"] ?? validator?.["weight"], String(2000n * avax));
    assert.equal(validator?.["delegationFee"], "2.5000");
  },
  /** Exported without the `n` of the client's method. */
  async prepareAddPermissionlessDelegatorTx(world) {
    world.delegationID = await world.sendPrepared("prepareAddPermissionlessDelegatorTxn", {
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
    world.subnetID = await world.sendPrepared("prepareCreateSubnetTxn", { subnetOwners });
    const { controlKeys } = await world.subnet();
    assert.deepEqual(controlKeys, [world.address]);
  },
  async prepareAddSubnetValidatorTxn(world) {
    await world.sendPrepared("prepareAddSubnetValidatorTxn", {
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
    await world.sendPrepared("prepareRemoveSubnetValidatorTxn", request);
    assert.equal(await world.validator(world.subnetID, stakerID), undefined);
  },
  async prepareCreateChainTxn(world) {
    world.chainID = await world.sendPrepared("prepareCreateChainTxn", {
      subnetId: world.subnetID,
      vmId: subnetEvmID,
      chainName: "dropin",
      genesisData: { config: { chainId: 99_999 }, alloc: { "00": { balance: "0x1" } } },
      subnetAuth,
    });
    const params = { blockchainID: world.chainID };
    const { subnetID } = await world.P<{ subnetID: string }>("platform.validatedBy", params);
    assert.equal(subnetID, world.subnetID);
  },
  ...l1WalletCalls,
  async prepareExportTxn(world) {
    const exportedOutputs = [{ addresses: [world.address], amount: avax }];
    const request = { destinationChain: "C", exportedOutputs };
    await assert.rejects(world.sendPrepared("prepareExportTxn", request), onlyMainnetAndFuji.error);
    return onlyMainnetAndFuji;
  },
  async prepareImportTxn(world) {
    const request = { sourceChain: "C", importedOutput: { addresses: [world.address] } };
    await assert.rejects(world.sendPrepared("prepareImportTxn", request), onlyMainnetAndFuji.error);
    return onlyMainnetAndFuji;
  },
};

function payment({ address }: World, amountAvax: bigint) {
  return { outputs: [{ addresses: [address], amount: amountAvax * avax }] };
}

async function expectOutput(world: World, txID: string, amountAvax: bigint): Promise<void> {
  const { tx } = await world.P<BaseTx>("platform.getTx", { txID, encoding: "json" });
  const amounts = tx.unsignedTx.outputs.map(({ output }) => String(output.amount));
  assert(amounts.includes(String(amountAvax * avax)), `its outputs are ${amounts}`);
}

type BaseTx = {
  readonly tx: {
    readonly unsignedTx: { readonly outputs: readonly { output: { amount: number } }[] };
  };
};
