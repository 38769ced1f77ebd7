import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../src/crypto/hash.ts";
import { compareBytes } from "../../src/formats/bytes.ts";
import { formatHex } from "../../src/formats/hex.ts";
import { formatId, parseId } from "../../src/formats/id.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { encodeUtxo } from "../../src/pchain/components/utxo.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { BlsKey, L1Manager } from "./l1-manager.ts";
import { NodeProcess } from "./node-process.ts";
import { ask, type Json } from "./rpc.ts";
import { type Issued, Wallet } from "./wallet.ts";

const { L1Validator, PChainOwner, pvm, TransferableOutput, utils } = avalanchejs;

const avax = 10n ** 9n;
const daySeconds = 86_400n;
const primaryNetworkID = "11111111111111111111111111111111LpoYY";
const subnetEvmID = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
const managerAddress = new Uint8Array(20).fill(0xc0);
const nodeIDOf = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));
const stakerNodeID = nodeIDOf(0x11);
const sorted = (addresses: readonly Uint8Array[]) => [...addresses].sort(compareBytes);
const nowSeconds = () => BigInt(Math.floor(Date.now() / 1000));

/**
 * One user's day on a local network, with the official client: each kind of transaction that avalanchejs builds. The gas
 * that each must cost is written out from the fee table of ACP-103 for the shape the client gives it: mostly one input
 * with one signature and one output of change, at the minimum price of 1 nAVAX. Each case goes on where the one before
 * it has ended.
 */
describe("avalanchejs against a node", () => {
  let node: NodeProcess;
  let ewoq: Wallet;
  let other: Wallet;
  const end = nowSeconds() + 20n * daySeconds;
  const stakerKey = new BlsKey(1);
  const l1Keys = [new BlsKey(2), new BlsKey(3), new BlsKey(4)];
  const registeredKey = new BlsKey(5);
  let subnetID = "";
  let chainID = "";
  let registeredID = "";
  let manager: L1Manager;

  const P = <T>(method: string, params: Json = {}) => ask<T>(node.url, "/ext/bc/P", method, params);
  const toEwoq = () => [ewoq.addressBytes];

  beforeAll(async () => {
    node = await NodeProcess.start("--network-id=local", "--proposervm-use-current-height=true");
    const url = () => node.url;
    ewoq = await Wallet.open("PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN", url);
    other = await Wallet.open("PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE", url);
  });

  afterAll(async () => {
    await node.discard();
  });

  /** The transaction is in the last block and is what was sent. */
  async function expectAccepted({ txID, hex }: Issued): Promise<void> {
    const { height } = await P<{ height: string }>("platform.getHeight");
    const { block } = await P<{ block: { txs: { id: string }[] } }>("platform.getBlockByHeight", {
      height,
      encoding: "json",
    });
    expect(block.txs.map(({ id }) => id)).toEqual([txID]);
    const { tx } = await P<{ tx: string }>("platform.getTx", { txID, encoding: "hex" });
    expect(tx).toBe(hex);
  }

  it("BaseTx: pays another wallet", async () => {
    const issued = await ewoq.send((funds, context) =>
      pvm.newBaseTx(
        {
          ...funds,
          outputs: [
            TransferableOutput.fromNative(context.avaxAssetID, 7n * avax, [other.addressBytes]),
          ],
        },
        context,
      ),
    );
    // Bandwidth 58 + 161 + 2 * 80, 1 read, 3 writes, compute 200.
    expect(issued.spent - 7n * avax).toBe(5179n);
    await expectAccepted(issued);
    expect(await other.balance()).toBe(7n * avax);
  });

  it("BaseTx: spends every UTXO at once", async () => {
    const utxos = await ewoq.utxos();
    expect(utxos).toHaveLength(2);
    const all = await ewoq.balance();
    const outputs = [TransferableOutput.fromNative(ewoq.context.avaxAssetID, all - avax, toEwoq())];
    const issued = await ewoq.send(
      (funds, context) => pvm.newBaseTx({ ...funds, outputs }, context),
      { utxos },
    );
    // Bandwidth 58 + 2 * 161 + 2 * 80, 2 reads, 4 writes, compute 400.
    expect(issued.spent).toBe(8140n);
    await expectAccepted(issued);
  });

  it("BaseTx: spends what two owners have together", async () => {
    const { avaxAssetID } = ewoq.context;
    const both = [ewoq.addressBytes, other.addressBytes];
    const shared = TransferableOutput.fromNative(avaxAssetID, 5n * avax, sorted(both), 0n, 2);
    const paid = await ewoq.send((funds, context) =>
      pvm.newBaseTx({ ...funds, outputs: [shared] }, context),
    );
    // Bandwidth 58 + 161 + 80 + 100, 1 read, 3 writes, compute 200; the shared output counts as one's own.
    expect(paid.spent).toBe(5199n);
    await expectAccepted(paid);

    const utxos = (await ewoq.utxos()).filter(
      (utxo) => utils.getUtxoInfo(utxo).amount === 5n * avax,
    );
    expect(utxos).toHaveLength(1);
    const feeState = await ewoq.api.getFeeState();
    const outputs = [TransferableOutput.fromNative(avaxAssetID, 4n * avax, [other.addressBytes])];
    const unsignedTx = pvm.newBaseTx(
      {
        feeState,
        fromAddressesBytes: sorted(both),
        changeAddressesBytes: [ewoq.addressBytes],
        utxos,
        outputs,
      },
      ewoq.context,
    );
    const together = await ewoq.issue(unsignedTx, [other]);
    // Bandwidth 58 + (92 + 2 * 69) + 2 * 80, 1 read, 3 writes, compute 400.
    expect(together.spent - 4n * avax).toBe(6048n);
    await expectAccepted(together);
  });

  it("CreateSubnetTx", async () => {
    const issued = await ewoq.send((funds, context) =>
      pvm.newCreateSubnetTx({ ...funds, subnetOwners: toEwoq() }, context),
    );
    // Bandwidth 62 + 161 + 80 + 36, 1 read, 3 writes, compute 200.
    expect(issued.spent).toBe(5139n);
    await expectAccepted(issued);
    subnetID = issued.txID;
    const subnet = await P("platform.getSubnet", { subnetID });
    expect(subnet).toMatchObject({
      isPermissioned: true,
      controlKeys: [ewoq.address],
      threshold: "1",
      conversionID: primaryNetworkID,
    });
  });

  it("CreateChainTx", async () => {
    const issued = await ewoq.send((funds, context) =>
      pvm.newCreateChainTx(
        {
          ...funds,
          subnetId: subnetID,
          subnetAuth: [0],
          chainName: "manager",
          vmId: subnetEvmID,
          fxIds: [],
          genesisData: { a: 1 },
        },
        context,
      ),
    );
    // Bandwidth 140 + 161 + 80 + 77 + 7 + 7, 4 reads, 3 writes, compute 400.
    expect(issued.spent).toBe(9072n);
    await expectAccepted(issued);
    chainID = issued.txID;
    const { blockchains } = await P<{ blockchains: Json[] }>("platform.getBlockchains");
    expect(blockchains).toContainEqual({
      id: chainID,
      name: "manager",
      subnetID,
      vmID: subnetEvmID,
    });
    expect(await P("platform.validatedBy", { blockchainID: chainID })).toEqual({ subnetID });
  });

  it("AddPermissionlessValidatorTx", async () => {
    const supply = await P<{ supply: string }>("platform.getCurrentSupply");
    const issued = await ewoq.send((funds, context) =>
      pvm.newAddPermissionlessValidatorTx(
        {
          ...funds,
          subnetId: primaryNetworkID,
          nodeId: stakerNodeID,
          start: 0n,
          end,
          weight: 2000n * avax,
          publicKey: stakerKey.publicKey,
          signature: stakerKey.proofOfPossession,
          rewardAddresses: toEwoq(),
          delegatorRewardsOwner: toEwoq(),
          shares: 20_000,
        },
        context,
      ),
    );
    // Bandwidth 154 + 161 + 80 + 80 + 144 + 2 * 36 (with the proof of possession), 2 reads, 6 writes, compute 1250.
    expect(issued.spent - 2000n * avax).toBe(13_691n);
    await expectAccepted(issued);
    const [validator] = await currentValidators(primaryNetworkID, stakerNodeID);
    expect(validator).toMatchObject({
      txID: issued.txID,
      stakeAmount: String(2000n * avax),
      endTime: String(end),
      delegationFee: "2.0000",
    });
    const { supply: grown } = await P<{ supply: string }>("platform.getCurrentSupply");
    expect(BigInt(grown) - BigInt(supply.supply)).toBe(
      BigInt(String(validator?.["potentialReward"])),
    );
    expect(await staked(ewoq)).toBe(2000n * avax);
    expect(await validatorsNow(primaryNetworkID)).toMatchObject({
      [stakerNodeID]: String(2000n * avax),
    });
  });

  it("AddPermissionlessDelegatorTx", async () => {
    const issued = await ewoq.send((funds, context) =>
      pvm.newAddPermissionlessDelegatorTx(
        {
          ...funds,
          subnetId: primaryNetworkID,
          nodeId: stakerNodeID,
          start: 0n,
          end: end - daySeconds,
          weight: 100n * avax,
          rewardAddresses: toEwoq(),
        },
        context,
      ),
    );
    // Bandwidth 142 + 161 + 80 + 80 + 36, 2 reads, 5 writes, compute 200.
    expect(issued.spent - 100n * avax).toBe(8299n);
    await expectAccepted(issued);
    const [validator] = await currentValidators(primaryNetworkID, stakerNodeID);
    expect(validator).toMatchObject({
      delegatorCount: "1",
      delegatorWeight: String(100n * avax),
      delegators: [{ txID: issued.txID, stakeAmount: String(100n * avax) }],
    });
    expect(await staked(ewoq)).toBe(2100n * avax);
    expect(await validatorsNow(primaryNetworkID)).toMatchObject({
      [stakerNodeID]: String(2100n * avax),
    });
  });

  it("AddSubnetValidatorTx", async () => {
    const issued = await ewoq.send((funds, context) =>
      pvm.newAddSubnetValidatorTx(
        {
          ...funds,
          subnetId: subnetID,
          subnetAuth: [0],
          nodeId: stakerNodeID,
          start: 0n,
          end: end - 2n * daySeconds,
          weight: 30n,
        },
        context,
      ),
    );
    // Bandwidth 142 + 161 + 80 + 77, 4 reads, 5 writes, compute 400.
    expect(issued.spent).toBe(11_060n);
    await expectAccepted(issued);
    expect(await currentValidators(subnetID)).toMatchObject([
      { txID: issued.txID, nodeID: stakerNodeID, weight: "30" },
    ]);
    expect(await validatorsNow(subnetID)).toMatchObject({ [stakerNodeID]: "30" });
  });

  it("RemoveSubnetValidatorTx", async () => {
    const issued = await ewoq.send((funds, context) =>
      pvm.newRemoveSubnetValidatorTx(
        { ...funds, subnetId: subnetID, subnetAuth: [0], nodeId: stakerNodeID },
        context,
      ),
    );
    // Bandwidth 118 + 161 + 80 + 77, 2 reads, 5 writes, compute 400.
    expect(issued.spent).toBe(9036n);
    await expectAccepted(issued);
    expect(await currentValidators(subnetID)).toEqual([]);
    const { height } = await P<{ height: string }>("platform.getHeight");
    expect(await validatorsAt(subnetID, BigInt(height))).toEqual({});
    expect(await validatorsAt(subnetID, BigInt(height) - 1n)).toMatchObject({
      [stakerNodeID]: "30",
    });
  });

  it("TransferSubnetOwnershipTx", async () => {
    const transfer = async (from: Wallet, to: Wallet) => {
      const issued = await from.send((funds, context) =>
        pvm.newTransferSubnetOwnershipTx(
          { ...funds, subnetId: subnetID, subnetAuth: [0], subnetOwners: [to.addressBytes] },
          context,
        ),
      );
      // Bandwidth 102 + 161 + 80 + 77 + 36, 2 reads, 3 writes, compute 400.
      expect(issued.spent).toBe(7056n);
      await expectAccepted(issued);
      expect(await P("platform.getSubnet", { subnetID })).toMatchObject({
        controlKeys: [to.address],
      });
    };
    await transfer(ewoq, other);
    await expect(transfer(ewoq, ewoq)).rejects.toThrow(
      /unauthorized modification: wrong signature: expected signature from/,
    );
    await transfer(other, ewoq);
  });

  it("ExportTx", async () => {
    const { avaxAssetID, xBlockchainID } = ewoq.context;
    const issued = await ewoq.send((funds, context) =>
      pvm.newExportTx(
        {
          ...funds,
          destinationChainId: xBlockchainID,
          outputs: [TransferableOutput.fromNative(avaxAssetID, 3n * avax, toEwoq())],
        },
        context,
      ),
    );
    // Bandwidth 94 + 161 + 80 + 80, 1 read, 3 writes, compute 200.
    expect(issued.spent - 3n * avax).toBe(5215n);
    await expectAccepted(issued);
  });

  it("ConvertSubnetToL1Tx", async () => {
    const owner = PChainOwner.fromNative(toEwoq(), 1);
    const validators = l1Keys.map((key, index) =>
      L1Validator.fromNative(
        nodeIDOf(0x20 + index),
        100n,
        avax,
        new avalanchejs.pvmSerial.ProofOfPossession(key.publicKey, key.proofOfPossession),
        owner,
        owner,
      ),
    );
    const issued = await ewoq.send((funds, context) =>
      pvm.newConvertSubnetToL1Tx(
        {
          ...funds,
          subnetId: subnetID,
          subnetAuth: [0],
          chainId: chainID,
          address: managerAddress,
          validators,
        },
        context,
      ),
    );
    // Bandwidth 138 + 161 + 80 + 77 + 20 + 3 * (36 + 20 + 144 + 40), 4 reads, 16 writes, compute 3550.
    expect(issued.spent - 3n * avax).toBe(35_396n);
    await expectAccepted(issued);
    manager = managerSignedBy(l1Keys);
    expect(await P("platform.getSubnet", { subnetID })).toMatchObject({
      isPermissioned: false,
      managerChainID: chainID,
      managerAddress: `0x${"c0".repeat(20)}`,
    });
    expect(await validatorsNow(subnetID)).toMatchObject({
      [nodeIDOf(0x20)]: "100",
      [nodeIDOf(0x21)]: "100",
      [nodeIDOf(0x22)]: "100",
    });
    const validationID = initialValidationID(2);
    expect(await ewoq.api.getL1Validator(validationID)).toMatchObject({
      nodeID: nodeIDOf(0x22),
      subnetID,
      weight: 100n,
      minNonce: 0n,
    });
  });

  it("RegisterL1ValidatorTx", async () => {
    const { payload, message } = manager.register({
      subnetID,
      nodeID: nodeIDOf(0x30),
      key: registeredKey,
      expiry: nowSeconds() + 3600n,
      owner: PChainOwner.fromNative(toEwoq(), 1),
      weight: 20n,
    });
    const issued = await ewoq.send((funds, context) =>
      pvm.newRegisterL1ValidatorTx(
        {
          ...funds,
          balance: 2n * avax,
          blsSignature: registeredKey.proofOfPossession,
          message,
        },
        context,
      ),
    );
    // Bandwidth 166 + 161 + 80 + 363 of message, 29 reads, 8 writes, compute 200 + 1050 + 1000 + 3 * 5.
    expect(message.length).toBe(363);
    expect(issued.spent - 2n * avax).toBe(46_830n);
    await expectAccepted(issued);
    registeredID = formatId(sha256(payload));
    expect(await ewoq.api.getL1Validator(registeredID)).toMatchObject({
      nodeID: nodeIDOf(0x30),
      weight: 20n,
      minNonce: 0n,
      balance: 2n * avax,
    });
    expect(await validatorsNow(subnetID)).toMatchObject({ [nodeIDOf(0x30)]: "20" });
  });

  it("SetL1ValidatorWeightTx", async () => {
    const setWeight = (message: Uint8Array) =>
      ewoq.send((funds, context) => pvm.newSetL1ValidatorWeightTx({ ...funds, message }, context));
    manager = managerSignedBy([...l1Keys, registeredKey]);
    const message = manager.setWeight(registeredID, 0n, 25n);
    const issued = await setWeight(message);
    // Bandwidth 62 + 161 + 80 + 235 of message, 27 reads, 7 writes, compute 200 + 1000 + 4 * 5.
    expect(message.length).toBe(235);
    expect(issued.spent).toBe(39_418n);
    await expectAccepted(issued);
    expect(await ewoq.api.getL1Validator(registeredID)).toMatchObject({
      weight: 25n,
      minNonce: 1n,
    });
    expect(await validatorsNow(subnetID)).toMatchObject({ [nodeIDOf(0x30)]: "25" });
    await expect(setWeight(manager.setWeight(registeredID, 0n, 26n))).rejects.toThrow(
      "warp message contains stale nonce 0 must be at least 1",
    );
  });

  it("IncreaseL1ValidatorBalanceTx", async () => {
    const before = (await ewoq.api.getL1Validator(registeredID)).balance;
    const startedAt = await chainTime();
    const issued = await ewoq.send((funds, context) =>
      pvm.newIncreaseL1ValidatorBalanceTx(
        { ...funds, validationId: registeredID, balance: 4n * avax },
        context,
      ),
    );
    // Bandwidth 98 + 161 + 80, 2 reads, 7 writes, compute 200.
    expect(issued.spent - 4n * avax).toBe(10_139n);
    await expectAccepted(issued);
    // Every second costs 1 nAVAX.
    const elapsed = (await chainTime()) - startedAt;
    const { balance } = await ewoq.api.getL1Validator(registeredID);
    expect(balance).toBe(before + 4n * avax - elapsed);
  });

  it("DisableL1ValidatorTx", async () => {
    const { balance } = await ewoq.api.getL1Validator(registeredID);
    const startedAt = await chainTime();
    const issued = await ewoq.send((funds, context) =>
      pvm.newDisableL1ValidatorTx(
        { ...funds, validationId: registeredID, disableAuth: [0] },
        context,
      ),
    );
    const elapsed = (await chainTime()) - startedAt;
    const refund = balance - elapsed;
    // Bandwidth 98 + 161 + 80 + 77, 2 reads, 8 writes, compute 400.
    expect(issued.spent + refund).toBe(12_016n);
    await expectAccepted(issued);
    expect(await ewoq.api.getL1Validator(registeredID)).toMatchObject({
      weight: 25n,
      balance: 0n,
    });
  });

  it("SetL1ValidatorWeightTx of zero: removes the validator", async () => {
    manager = managerSignedBy(l1Keys);
    const message = manager.setWeight(registeredID, 1n, 0n);
    const issued = await ewoq.send((funds, context) =>
      pvm.newSetL1ValidatorWeightTx({ ...funds, message }, context),
    );
    // As above with one signer less.
    expect(issued.spent).toBe(39_398n);
    await expectAccepted(issued);
    await expect(ewoq.api.getL1Validator(registeredID)).rejects.toThrow(/not found/);
    expect(Object.keys(await validatorsNow(subnetID))).toHaveLength(3);
  });

  it("ImportTx: of what another chain has exported", async () => {
    const { cBlockchainID } = ewoq.context;
    await exportToP(cBlockchainID, 6n * avax);
    const utxos = await ewoq.utxos(cBlockchainID);
    expect(utxos).toHaveLength(1);
    const issued = await ewoq.send(
      (funds, context) =>
        pvm.newImportTx(
          { ...funds, sourceChainId: cBlockchainID, toAddressesBytes: toEwoq() },
          context,
        ),
      { utxos },
    );
    // Bandwidth 94 + 161 + 80, 1 read, 2 writes, compute 200.
    expect(issued.spent + 6n * avax).toBe(4135n);
    await expectAccepted(issued);
    expect(await ewoq.utxos(cBlockchainID)).toEqual([]);
  });

  it("answers the same after a restart", async () => {
    const before = await everything();
    await node.stop();
    await node.start();
    expect(await everything()).toEqual(before);
  });

  it("answers the same after it was killed", async () => {
    const before = await everything();
    await node.stop("SIGKILL");
    await node.start();
    expect(await everything()).toEqual(before);
  });

  it("pays stake and rewards out when the periods end", async () => {
    const before = await ewoq.balance();
    const [validator] = await currentValidators(primaryNetworkID, stakerNodeID);
    const delegators = validator!["delegators"] as Json[];
    const rewards = [validator!, ...delegators].map((staker) =>
      BigInt(String(staker["potentialReward"])),
    );
    await ask(node.url, "/ext/dev", "dev.setTime", { timestamp: String(end + 1n), frozen: false });
    await expect.poll(() => currentValidators(primaryNetworkID, stakerNodeID)).toEqual([]);
    // Both paid to this wallet, the delegator's share of 2 % included.
    const reward = rewards.reduce((sum, each) => sum + each, 0n);
    expect((await ewoq.balance()) - before).toBe(2100n * avax + reward);
    expect(await staked(ewoq)).toBe(0n);
    expect(await chainTime()).toBe(end);
    const { utxos } = await P<{ utxos: string[] }>("platform.getRewardUTXOs", {
      txID: validator!["txID"],
    });
    // The validator's own reward and what its delegator left to it.
    expect(utxos).toHaveLength(2);
  });

  function managerSignedBy(keys: readonly BlsKey[]): L1Manager {
    return new L1Manager(ewoq.context.networkID, chainID, managerAddress, keys);
  }

  /** sha256 of the subnet and the position among the validators of the conversion. */
  function initialValidationID(position: number): string {
    const preimage = new Uint8Array(36);
    preimage.set(parseId(subnetID));
    preimage[35] = position;
    return formatId(sha256(preimage));
  }

  async function currentValidators(subnet: string, ...nodeIDs: string[]): Promise<Json[]> {
    const { validators } = await P<{ validators: Json[] }>("platform.getCurrentValidators", {
      subnetID: subnet,
      nodeIDs,
    });
    return validators;
  }

  async function validatorsNow(subnet: string): Promise<Json> {
    const { height } = await P<{ height: string }>("platform.getHeight");
    return validatorsAt(subnet, BigInt(height));
  }

  async function validatorsAt(subnet: string, height: bigint): Promise<Json> {
    const params = { subnetID: subnet, height: String(height) };
    return (await P<{ validators: Json }>("platform.getValidatorsAt", params)).validators;
  }

  async function staked(wallet: Wallet): Promise<bigint> {
    return (await wallet.api.getStake({ addresses: [wallet.address] })).staked;
  }

  async function chainTime(): Promise<bigint> {
    const { timestamp } = await P<{ timestamp: string }>("platform.getTimestamp");
    return BigInt(Date.parse(timestamp) / 1000);
  }

  async function exportToP(sourceChain: string, amount: bigint): Promise<void> {
    const utxo = encodeUtxo({
      txID: new Uint8Array(32).fill(0xe0),
      outputIndex: 0,
      assetID: parseId(ewoq.context.avaxAssetID),
      output: {
        kind: "TransferOutput",
        amount,
        locktime: 0n,
        threshold: 1,
        addresses: [ewoq.addressBytes],
      },
    });
    const params = { utxo: formatHex(utxo), encoding: "hexnc", sourceChain };
    await ask(node.url, "/ext/dev", "dev.addAtomicUTXO", params);
  }

  /** What the node tells of its chain, every block included. */
  async function everything(): Promise<Json> {
    const { height } = await P<{ height: string }>("platform.getHeight");
    const addresses = [ewoq.address, other.address];
    const blocks: unknown[] = [];
    for (let at = 0n; at <= BigInt(height); at++) {
      const params = { height: String(at), encoding: "hex" };
      blocks.push(await P("platform.getBlockByHeight", params));
      blocks.push(await validatorsAt(subnetID, at), await validatorsAt(primaryNetworkID, at));
    }
    return {
      height,
      blocks,
      balance: await P("platform.getBalance", { addresses }),
      utxos: await P("platform.getUTXOs", { addresses }),
      stake: await P("platform.getStake", { addresses }),
      supply: await P("platform.getCurrentSupply"),
      subnets: await P("platform.getSubnets"),
      subnet: await P("platform.getSubnet", { subnetID }),
      blockchains: await P("platform.getBlockchains"),
      stakers: (await currentValidators(primaryNetworkID)).map(({ uptime: _, ...rest }) => rest),
      l1Validators: await currentValidators(subnetID),
      l1Validator: await P("platform.getL1Validator", { validationID: initialValidationID(0) }),
      timestamp: await P("platform.getTimestamp"),
      feeState: await P("platform.getFeeState"),
    };
  }
});
