import { afterAll, beforeAll, expect, it } from "vitest";
import { formatNodeId } from "../../src/formats/node-id.ts";
import { avalanchejs } from "./avalanchejs.ts";
import {
  avax,
  daySeconds,
  LocalNetwork,
  nowSeconds,
  primaryNetworkID,
  subnetEvmID,
} from "./local-network.ts";
import type { Json } from "./rpc.ts";
import type { Wallet } from "./wallet.ts";

const { pvm } = avalanchejs;
const stakerNodeID = formatNodeId(new Uint8Array(20).fill(0x11));
const end = nowSeconds() + 20n * daySeconds;

/**
 * The gas that each must cost is written out from the fee table of ACP-103 for the shape that avalanchejs gives it: mostly
 * one input with one signature and one output of change, at the minimum price of 1 nAVAX. Each case continues where the one
 * before it has ended.
 */
let local: LocalNetwork;
let subnetID = "";
let chainID = "";

beforeAll(async () => {
  local = await LocalNetwork.start();
  await local.addValidator(stakerNodeID, end);
  await local.pay(local.other, avax);
});
afterAll(() => local?.node.discard());

it("CreateSubnetTx", async () => {
  const issued = await local.createSubnet();
  // Bandwidth 62 + 161 + 80 + 36, 1 read, 3 writes, compute 200.
  expect(issued.spent).toBe(5139n);
  await local.expectAccepted(issued);
  subnetID = issued.txID;
  const subnet = await local.P("platform.getSubnet", { subnetID });
  expect(subnet).toMatchObject({
    isPermissioned: true,
    controlKeys: [local.ewoq.address],
    threshold: "1",
    conversionID: primaryNetworkID,
  });
});

it("CreateChainTx", async () => {
  const issued = await local.createChain(subnetID);
  // Bandwidth 140 + 161 + 80 + 77 + 7 + 7, 4 reads, 3 writes, compute 400.
  expect(issued.spent).toBe(9072n);
  await local.expectAccepted(issued);
  chainID = issued.txID;
  const { blockchains } = await local.P<{ blockchains: Json[] }>("platform.getBlockchains");
  expect(blockchains).toContainEqual({
    id: chainID,
    name: "manager",
    subnetID,
    vmID: subnetEvmID,
  });
  expect(await local.P("platform.validatedBy", { blockchainID: chainID })).toEqual({ subnetID });
});

it("AddSubnetValidatorTx", async () => {
  const issued = await local.ewoq.send((funds, context) =>
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
  await local.expectAccepted(issued);
  expect(await local.currentValidators(subnetID)).toMatchObject([
    { txID: issued.txID, nodeID: stakerNodeID, weight: "30" },
  ]);
  expect(await local.validatorsNow(subnetID)).toMatchObject({ [stakerNodeID]: "30" });
});

it("RemoveSubnetValidatorTx", async () => {
  const issued = await local.ewoq.send((funds, context) =>
    pvm.newRemoveSubnetValidatorTx(
      { ...funds, subnetId: subnetID, subnetAuth: [0], nodeId: stakerNodeID },
      context,
    ),
  );
  // Bandwidth 118 + 161 + 80 + 77, 2 reads, 5 writes, compute 400.
  expect(issued.spent).toBe(9036n);
  await local.expectAccepted(issued);
  expect(await local.currentValidators(subnetID)).toEqual([]);
  const { height } = await local.P<{ height: string }>("platform.getHeight");
  expect(await local.validatorsAt(subnetID, BigInt(height))).toEqual({});
  expect(await local.validatorsAt(subnetID, BigInt(height) - 1n)).toMatchObject({
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
    await local.expectAccepted(issued);
    expect(await local.P("platform.getSubnet", { subnetID })).toMatchObject({
      controlKeys: [to.address],
    });
  };
  await transfer(local.ewoq, local.other);
  await expect(transfer(local.ewoq, local.ewoq)).rejects.toThrow(
    /unauthorized modification: wrong signature: expected signature from/,
  );
  await transfer(local.other, local.ewoq);
});
