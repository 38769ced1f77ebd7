import { afterAll, beforeAll, expect, it } from "vitest";
import { sha256 } from "../../src/crypto/hash.ts";
import { formatId } from "../../src/formats/id.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { avalanchejs } from "./avalanchejs.ts";
import { BlsKey, initialValidationID, L1Manager } from "./l1-manager.ts";
import { avax, daySeconds, LocalNetwork, nowSeconds, primaryNetworkID } from "./local-network.ts";
import type { Json } from "./rpc.ts";

const { L1Validator, PChainOwner, pvm } = avalanchejs;
const managerAddress = new Uint8Array(20).fill(0xc0);
const nodeIDOf = (byte: number) => formatNodeId(new Uint8Array(20).fill(byte));
const l1Keys = [new BlsKey(2), new BlsKey(3), new BlsKey(4)];
const registeredKey = new BlsKey(5);

/**
 * The gas that each must cost is written out from the fee table of ACP-103 for the shape that avalanchejs gives it: mostly
 * one input with one signature and one output of change, at the minimum price of 1 nAVAX. Each case continues where the one
 * before it has ended.
 */
let local: LocalNetwork;
let subnetID = "";
let chainID = "";
let registeredID = "";
let manager: L1Manager;

beforeAll(async () => {
  local = await LocalNetwork.start("--hardfork=granite", "--gas-limit=network");
  await local.addValidator(nodeIDOf(0x11), nowSeconds() + 20n * daySeconds);
  subnetID = (await local.createSubnet()).txID;
  chainID = (await local.createChain(subnetID)).txID;
});
afterAll(() => local?.node.discard());

it("ConvertSubnetToL1Tx", async () => {
  const owner = PChainOwner.fromNative([local.ewoq.addressBytes], 1);
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
  const issued = await local.ewoq.send((funds, context) =>
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
  await local.expectAccepted(issued);
  manager = managerSignedBy(l1Keys);
  expect(await local.P("platform.getSubnet", { subnetID })).toMatchObject({
    isPermissioned: false,
    managerChainID: chainID,
    managerAddress: `0x${"c0".repeat(20)}`,
  });
  expect(await local.validatorsNow(subnetID)).toMatchObject({
    [nodeIDOf(0x20)]: "100",
    [nodeIDOf(0x21)]: "100",
    [nodeIDOf(0x22)]: "100",
  });
  const validationID = initialValidationID(subnetID, 2);
  expect(await local.ewoq.api.getL1Validator(validationID)).toMatchObject({
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
    owner: PChainOwner.fromNative([local.ewoq.addressBytes], 1),
    weight: 20n,
  });
  const register = () =>
    local.ewoq.send((funds, context) =>
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
  // The epoch began before the subnet had validators.
  await expect(register()).rejects.toThrow("failed verifying warp messages");
  await local.beginEpoch();
  const issued = await register();
  // Bandwidth 166 + 161 + 80 + 363 of message, 29 reads, 8 writes, compute 200 + 1050 + 1000 + 3 * 5.
  expect(message.length).toBe(363);
  expect(issued.spent - 2n * avax).toBe(46_830n);
  await local.expectAccepted(issued);
  registeredID = formatId(sha256(payload));
  expect(await local.ewoq.api.getL1Validator(registeredID)).toMatchObject({
    nodeID: nodeIDOf(0x30),
    weight: 20n,
    minNonce: 0n,
    balance: 2n * avax,
  });
  expect(await local.validatorsNow(subnetID)).toMatchObject({ [nodeIDOf(0x30)]: "20" });
});

it("SetL1ValidatorWeightTx", async () => {
  const setWeight = (message: Uint8Array) =>
    local.ewoq.send((funds, context) =>
      pvm.newSetL1ValidatorWeightTx({ ...funds, message }, context),
    );
  await local.beginEpoch();
  manager = managerSignedBy([...l1Keys, registeredKey]);
  const message = manager.setWeight(registeredID, 0n, 25n);
  const issued = await setWeight(message);
  // Bandwidth 62 + 161 + 80 + 235 of message, 27 reads, 7 writes, compute 200 + 1000 + 4 * 5.
  expect(message.length).toBe(235);
  expect(issued.spent).toBe(39_418n);
  await local.expectAccepted(issued);
  expect(await local.ewoq.api.getL1Validator(registeredID)).toMatchObject({
    weight: 25n,
    minNonce: 1n,
  });
  expect(await local.validatorsNow(subnetID)).toMatchObject({ [nodeIDOf(0x30)]: "25" });
  await expect(setWeight(manager.setWeight(registeredID, 0n, 26n))).rejects.toThrow(
    "warp message contains stale nonce 0 must be at least 1",
  );
});

it("IncreaseL1ValidatorBalanceTx", async () => {
  const before = (await local.ewoq.api.getL1Validator(registeredID)).balance;
  const startedAt = await local.chainTime();
  const issued = await local.ewoq.send((funds, context) =>
    pvm.newIncreaseL1ValidatorBalanceTx(
      { ...funds, validationId: registeredID, balance: 4n * avax },
      context,
    ),
  );
  // Bandwidth 98 + 161 + 80, 2 reads, 7 writes, compute 200.
  expect(issued.spent - 4n * avax).toBe(10_139n);
  await local.expectAccepted(issued);
  // Every second costs 1 nAVAX.
  const elapsed = (await local.chainTime()) - startedAt;
  const { balance } = await local.ewoq.api.getL1Validator(registeredID);
  expect(balance).toBe(before + 4n * avax - elapsed);
});

it("DisableL1ValidatorTx", async () => {
  const { balance } = await local.ewoq.api.getL1Validator(registeredID);
  const startedAt = await local.chainTime();
  const issued = await local.ewoq.send((funds, context) =>
    pvm.newDisableL1ValidatorTx(
      { ...funds, validationId: registeredID, disableAuth: [0] },
      context,
    ),
  );
  const elapsed = (await local.chainTime()) - startedAt;
  const refund = balance - elapsed;
  // Bandwidth 98 + 161 + 80 + 77, 2 reads, 8 writes, compute 400.
  expect(issued.spent + refund).toBe(12_016n);
  await local.expectAccepted(issued);
  expect(await local.ewoq.api.getL1Validator(registeredID)).toMatchObject({
    weight: 25n,
    balance: 0n,
  });
});

it("SetL1ValidatorWeightTx of zero: removes the validator", async () => {
  await local.beginEpoch();
  manager = managerSignedBy(l1Keys);
  const message = manager.setWeight(registeredID, 1n, 0n);
  const issued = await local.ewoq.send((funds, context) =>
    pvm.newSetL1ValidatorWeightTx({ ...funds, message }, context),
  );
  // As above with one signer less.
  expect(issued.spent).toBe(39_398n);
  await local.expectAccepted(issued);
  await expect(local.ewoq.api.getL1Validator(registeredID)).rejects.toThrow(/not found/);
  expect(Object.keys(await local.validatorsNow(subnetID))).toHaveLength(3);
});

it("returns the same after a restart", async () => {
  const before = await everything();
  await local.node.stop();
  await local.node.start();
  expect(await everything()).toEqual(before);
});

it("returns the same after it was killed", async () => {
  const before = await everything();
  await local.node.stop("SIGKILL");
  await local.node.start();
  expect(await everything()).toEqual(before);
});

function managerSignedBy(keys: readonly BlsKey[]): L1Manager {
  return new L1Manager(local.ewoq.context.networkID, chainID, managerAddress, keys);
}

/** Everything that the node returns about its chain, including every block. */
async function everything(): Promise<Json> {
  const { height } = await local.P<{ height: string }>("platform.getHeight");
  const addresses = [local.ewoq.address, local.other.address];
  const blocks: unknown[] = [];
  for (let at = 0n; at <= BigInt(height); at++) {
    const params = { height: String(at), encoding: "hex" };
    blocks.push(await local.P("platform.getBlockByHeight", params));
    blocks.push(
      await local.validatorsAt(subnetID, at),
      await local.validatorsAt(primaryNetworkID, at),
    );
  }
  return {
    height,
    blocks,
    balance: await local.P("platform.getBalance", { addresses }),
    utxos: await local.P("platform.getUTXOs", { addresses }),
    stake: await local.P("platform.getStake", { addresses }),
    supply: await local.P("platform.getCurrentSupply"),
    subnets: await local.P("platform.getSubnets"),
    subnet: await local.P("platform.getSubnet", { subnetID }),
    blockchains: await local.P("platform.getBlockchains"),
    stakers: (await local.currentValidators(primaryNetworkID)).map(
      ({ uptime: _, ...rest }) => rest,
    ),
    l1Validators: await local.currentValidators(subnetID),
    l1Validator: await local.P("platform.getL1Validator", {
      validationID: initialValidationID(subnetID, 0),
    }),
    timestamp: await local.P("platform.getTimestamp"),
    // Its time follows the clock.
    feeState: { ...(await local.P<object>("platform.getFeeState")), timestamp: "" },
  };
}
