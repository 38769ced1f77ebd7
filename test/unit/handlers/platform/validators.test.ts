import { afterAll, describe, expect, it } from "vitest";
import { formatHex } from "../../../../src/formats/hex.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import {
  addressText,
  addSubnet,
  bytes,
  createSubnetTx,
  delegatorTx,
  l1Validator,
  stakerOf,
  subnetValidatorTx,
  transformSubnetTx,
  validatorTx,
} from "./fixtures.ts";
import { genesisTime, openLocalChain } from "./local-chain.ts";

const spec = openLocalChain("spec");
const avalanchego = openLocalChain("avalanchego");
const older = openLocalChain("avalanchego-1.12");
afterAll(() => {
  spec.store.close();
  avalanchego.store.close();
  older.store.close();
});

const nodeID = bytes(1, 20);
const publicKey = bytes(3, 48);
const start = genesisTime + 1n;
const end = genesisTime + 1000n;
const permissioned = createSubnetTx(1);
const elastic = createSubnetTx(2);
const l1 = createSubnetTx(3);
const transformation = transformSubnetTx(elastic.id, bytes(8));

const txs = {
  validator: validatorTx({ nodeID, start, end, weight: 20n }, { publicKey }),
  delegators: [
    delegatorTx({ nodeID, start, end: end - 2n, weight: 5n }),
    delegatorTx({ nodeID, start, end: end - 3n, weight: 6n }),
  ],
  permissioned: subnetValidatorTx({ nodeID, start, end, weight: 8n }, permissioned.id),
  elastic: validatorTx({ nodeID, start, end, weight: 9n }, { subnetID: elastic.id }),
  elasticDelegator: delegatorTx({ nodeID, start, end, weight: 3n }, { subnetID: elastic.id }),
  leftover: subnetValidatorTx({ nodeID: bytes(5, 20), start, end, weight: 7n }, elastic.id),
  pendingLeftover: subnetValidatorTx(
    { nodeID: bytes(6, 20), start: end, end: end + 1n, weight: 7n },
    elastic.id,
  ),
  pending: validatorTx(
    { nodeID: bytes(2, 20), start: end, end: end + 1n, weight: 11n },
    { publicKey },
  ),
  pendingDelegator: delegatorTx({ nodeID: bytes(2, 20), start: end, end: end + 1n, weight: 12n }),
  lateDelegator: delegatorTx({ nodeID, start: end + 600n, end: end + 601n, weight: 13n }),
  pendingPermissioned: subnetValidatorTx(
    { nodeID: bytes(4, 20), start: end, end: end + 1n, weight: 14n },
    permissioned.id,
  ),
};

for (const chain of [spec, avalanchego, older]) {
  acceptBlock(chain, (state) => {
    for (const tx of [permissioned, elastic, l1]) addSubnet(state, tx);
    state.addTx(transformation, "Committed");
    state.addSubnetTransformation(transformation);
    state.setCurrentSupply(elastic.id, 1_000n);
    state.setSubnetConversion(l1.id, {
      conversionID: bytes(5),
      managerChainID: bytes(6),
      managerAddress: bytes(7, 2),
    });
    for (const tx of Object.values(txs).flat()) state.addTx(tx, "Committed");
    const priority = stakerPriorities;
    state.putCurrentValidator(stakerOf(txs.validator, priority.primaryValidatorCurrent, publicKey));
    for (const tx of txs.delegators) {
      state.putCurrentDelegator(stakerOf(tx, priority.primaryDelegatorCurrent));
    }
    state.putCurrentValidator(
      stakerOf(txs.permissioned, priority.permissionedSubnetValidatorCurrent),
    );
    state.putCurrentValidator(stakerOf(txs.leftover, priority.permissionedSubnetValidatorCurrent));
    state.putPendingValidator(
      stakerOf(txs.pendingLeftover, priority.permissionedSubnetValidatorPending),
    );
    state.putCurrentValidator(stakerOf(txs.elastic, priority.permissionlessSubnetValidatorCurrent));
    state.putCurrentDelegator(
      stakerOf(txs.elasticDelegator, priority.permissionlessSubnetDelegatorCurrent),
    );
    state.putPendingValidator(stakerOf(txs.pending, priority.primaryValidatorPending, publicKey));
    state.putPendingDelegator(
      stakerOf(txs.pendingDelegator, priority.primaryBanffDelegatorPending),
    );
    state.putPendingDelegator(stakerOf(txs.lateDelegator, priority.primaryBanffDelegatorPending));
    state.putPendingValidator(
      stakerOf(txs.pendingPermissioned, priority.permissionedSubnetValidatorPending),
    );
    state.setDelegateeReward(new Uint8Array(32), nodeID, 9n);
    state.setAccruedFees(400n);
    state.putL1Validator(l1Validator(60, l1.id));
    state.putL1Validator(l1Validator(50, l1.id, { endAccumulatedFee: 0n }));
  });
}

const ownerView = (value: number) => ({
  locktime: "0",
  threshold: "1",
  addresses: [addressText(value)],
});

type Validators = {
  readonly validators: readonly { readonly nodeID: string }[];
  readonly delegators: readonly object[];
};

const node = formatNodeId(nodeID);
const period = { startTime: start.toString(), endTime: end.toString() };
const staking = {
  txID: formatId(txs.validator.id),
  ...period,
  nodeID: node,
  validationRewardOwner: ownerView(1),
  delegationRewardOwner: ownerView(2),
  potentialReward: "77",
  delegationFee: "12.3456",
  uptime: "100.0000",
  connected: true,
  delegatorCount: "2",
  delegatorWeight: "11",
};
const key = formatHex(publicKey);
const proof = formatHex(bytes(7, 96));

/** In staker order: the one that ends first comes first. */
const delegators = txs.delegators.toReversed().map((tx, index) => ({
  txID: formatId(tx.id),
  startTime: start.toString(),
  endTime: (end - 3n + BigInt(index)).toString(),
  nodeID: node,
  rewardOwner: ownerView(3),
  potentialReward: "77",
}));

describe("getCurrentValidators", () => {
  it("leaves weight out if there is stake, and uses the specification's spelling", async () => {
    const { validators } = await spec.result<Validators>("getCurrentValidators", {
      nodeIDs: [node, node],
    });
    expect(validators).toEqual([
      {
        ...staking,
        stakeAmount: "20",
        signer: { publicKey: key, proofOfPosession: proof },
        delegators: delegators.map((each, index) => ({ ...each, stakeAmount: ["6", "5"][index] })),
      },
    ]);
  });

  it("gives both and AvalancheGo's names in the profile of v1.12.1", async () => {
    const { validators } = await older.result<Validators>("getCurrentValidators", {
      nodeIDs: [node],
    });
    expect(validators).toEqual([
      {
        ...staking,
        weight: "20",
        stakeAmount: "20",
        rewardOwner: ownerView(1),
        accruedDelegateeReward: "9",
        signer: { publicKey: key, proofOfPossession: proof },
        delegators: delegators.map((each, index) => ({
          ...each,
          weight: ["6", "5"][index],
          stakeAmount: ["6", "5"][index],
        })),
      },
    ]);
  });

  it("gives the weight alone in the profile of the newest release", async () => {
    const { validators } = await avalanchego.result<Validators>("getCurrentValidators", {
      nodeIDs: [node],
    });
    expect(validators).toEqual([
      {
        ...staking,
        weight: "20",
        accruedDelegateeReward: "9",
        signer: { publicKey: key, proofOfPossession: proof },
        delegators: delegators.map((each, index) => ({ ...each, weight: ["6", "5"][index] })),
      },
    ]);
  });

  it.each([spec, avalanchego, older])(
    "lists all in staker order without delegators",
    async (chain) => {
      const { validators } = await chain.result<Validators>("getCurrentValidators");
      expect(validators).toHaveLength(6);
      expect(validators[0]).toMatchObject({ nodeID: node, delegatorCount: "2" });
      expect(validators.some((each) => "delegators" in each)).toBe(false);
    },
  );

  it("responds in the order of the request and leaves out nodes that are not validators", async () => {
    const genesisNode = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
    const nodeIDs = [genesisNode, formatNodeId(bytes(99, 20)), node];
    const { validators } = await spec.result<Validators>("getCurrentValidators", { nodeIDs });
    expect(validators.map((each) => each.nodeID)).toEqual([genesisNode, node]);
    expect(validators[0]).not.toHaveProperty("delegators");
  });

  it("shows no stake on a permissioned subnet", async () => {
    const subnetID = formatId(permissioned.id);
    const member = { txID: formatId(txs.permissioned.id), ...period, nodeID: node, weight: "8" };
    expect(await spec.result("getCurrentValidators", { subnetID })).toEqual({
      validators: [member],
    });
    expect(await older.result("getCurrentValidators", { subnetID })).toEqual({
      validators: [{ ...member, stakeAmount: "8" }],
    });
    expect(await avalanchego.result("getCurrentValidators", { subnetID })).toEqual({
      validators: [member],
    });
  });

  it("shows who was added before a subnet became elastic in the form of its subnet", async () => {
    const subnetID = formatId(elastic.id);
    const node = formatNodeId(bytes(5, 20));
    const nodeIDs = [node];
    const member = { txID: formatId(txs.leftover.id), ...period, nodeID: node };
    const nobody = { locktime: "0", threshold: "0", addresses: [] };
    expect(await spec.result("getCurrentValidators", { subnetID, nodeIDs })).toEqual({
      validators: [
        {
          ...member,
          stakeAmount: "7",
          validationRewardOwner: nobody,
          delegationRewardOwner: nobody,
          potentialReward: "77",
          delegationFee: "0.0000",
          delegatorCount: "0",
          delegatorWeight: "0",
          delegators: [],
        },
      ],
    });
    expect(await older.result("getCurrentValidators", { subnetID, nodeIDs })).toEqual({
      validators: [{ ...member, weight: "7", stakeAmount: "7" }],
    });
    expect(await avalanchego.result("getCurrentValidators", { subnetID, nodeIDs })).toEqual({
      validators: [{ ...member, weight: "7" }],
    });
  });

  it("shows no uptime and no key on an elastic subnet", async () => {
    const subnetID = formatId(elastic.id);
    const { validators } = await spec.result<Validators>("getCurrentValidators", { subnetID });
    const { uptime, connected, ...rest } = staking;
    expect(validators).toEqual([
      expect.objectContaining({ txID: formatId(txs.leftover.id) }),
      {
        ...rest,
        txID: formatId(txs.elastic.id),
        stakeAmount: "9",
        delegatorCount: "1",
        delegatorWeight: "3",
      },
    ]);
  });

  it("lists the validators of an L1 by node ID, in the profile of v1.12.1 none", async () => {
    const subnetID = formatId(l1.id);
    const form = (value: number, balance: string) => ({
      nodeID: formatNodeId(bytes(value, 20)),
      weight: "10",
      startTime: "5",
      validationID: formatId(bytes(value)),
      publicKey: formatHex(bytes(value, 48)),
      remainingBalanceOwner: ownerView(1),
      deactivationOwner: { locktime: "0", threshold: "0", addresses: [] },
      minNonce: "2",
      balance,
    });
    const { validators } = await spec.result<Validators>("getCurrentValidators", { subnetID });
    expect(validators).toEqual([form(50, "0"), form(60, "600")]);
    const nodeIDs = [60, 99, 50].map((value) => formatNodeId(bytes(value, 20)));
    const named = await spec.result("getCurrentValidators", { subnetID, nodeIDs });
    expect(named).toEqual({ validators: [form(60, "600"), form(50, "0")] });
    expect(await avalanchego.result("getCurrentValidators", { subnetID, nodeIDs })).toEqual({
      validators: [form(50, "0"), form(60, "600")],
    });
    expect(await older.result("getCurrentValidators", { subnetID })).toEqual({ validators: [] });
  });
});

describe("getL1Validator", () => {
  const expected = {
    subnetID: formatId(l1.id),
    nodeID: formatNodeId(bytes(60, 20)),
    publicKey: formatHex(bytes(60, 48)),
    remainingBalanceOwner: ownerView(1),
    deactivationOwner: { locktime: "0", threshold: "0", addresses: [] },
    startTime: "5",
    weight: "10",
    minNonce: "2",
    balance: "600",
    height: "1",
  };
  const validationID = formatId(bytes(60));

  it("accepts an ID, directly or in an array", async () => {
    expect(await spec.result("getL1Validator", { validationID })).toEqual(expected);
    expect(await spec.result("getL1Validator", { validationID: [validationID] })).toEqual(expected);
  });

  it("rejects an array in AvalancheGo's profiles, of which the newest repeats the ID", async () => {
    expect(await older.result("getL1Validator", { validationID })).toEqual(expected);
    expect(await avalanchego.result("getL1Validator", { validationID })).toEqual({
      ...expected,
      validationID,
    });
    const error = await avalanchego.error("getL1Validator", { validationID: [validationID] });
    expect(error?.message).toMatch(/^couldn't unmarshal an argument\./);
  });
});

describe("getPendingValidators", () => {
  const pendingPeriod = { startTime: end.toString(), endTime: (end + 1n).toString() };
  const pendingNode = formatNodeId(bytes(2, 20));
  const validator = {
    txID: formatId(txs.pending.id),
    ...pendingPeriod,
    nodeID: pendingNode,
    stakeAmount: "11",
    delegationFee: "12.3456",
    connected: true,
  };
  const delegator = {
    txID: formatId(txs.pendingDelegator.id),
    ...pendingPeriod,
    nodeID: pendingNode,
    stakeAmount: "12",
  };

  it("returns the validators that will start", async () => {
    const { validators, delegators } = await spec.result<Validators>("getPendingValidators");
    expect(validators).toEqual([
      { ...validator, signer: { publicKey: key, proofOfPosession: proof } },
    ]);
    expect(delegators).toContainEqual(delegator);
    expect(delegators).toHaveLength(2);
  });

  it("leaves out delegators of nodes that are not pending when nodes are named", async () => {
    const { delegators } = await spec.result<Validators>("getPendingValidators", {
      nodeIDs: [node, pendingNode],
    });
    expect(delegators).toEqual([delegator]);
  });

  it("shows no stake on a permissioned subnet", async () => {
    const subnetID = formatId(permissioned.id);
    const member = {
      txID: formatId(txs.pendingPermissioned.id),
      ...pendingPeriod,
      nodeID: formatNodeId(bytes(4, 20)),
      weight: "14",
      connected: true,
    };
    expect(await spec.result("getPendingValidators", { subnetID })).toEqual({
      validators: [{ ...member, delegationFee: "0.0000" }],
      delegators: [],
    });
    expect(await older.result("getPendingValidators", { subnetID })).toEqual({
      validators: [{ ...member, stakeAmount: "14" }],
      delegators: [],
    });
  });

  it("leaves weight out on an elastic subnet, however the validator was added", async () => {
    const { validators } = await spec.result<Validators>("getPendingValidators", {
      subnetID: formatId(elastic.id),
    });
    expect(validators).toEqual([
      {
        txID: formatId(txs.pendingLeftover.id),
        ...pendingPeriod,
        stakeAmount: "7",
        nodeID: formatNodeId(bytes(6, 20)),
        delegationFee: "0.0000",
        connected: true,
      },
    ]);
  });

  it("gives stake and weight in the profile of v1.12.1", async () => {
    const { validators, delegators } = await older.result<Validators>("getPendingValidators", {
      nodeIDs: [pendingNode],
    });
    expect(validators).toEqual([
      { ...validator, weight: "11", signer: { publicKey: key, proofOfPossession: proof } },
    ]);
    expect(delegators).toEqual([{ ...delegator, weight: "12" }]);
  });
});

describe("getMaxStakeAmount", () => {
  const ask = (startTime: bigint, endTime: bigint) => ({
    subnetID: formatId(new Uint8Array(32)),
    nodeID: node,
    startTime: startTime.toString(),
    endTime: endTime.toString(),
  });

  it.each([
    ["with all delegators", start, start, "31"],
    ["while the second to end is there", end - 2n, end - 2n, "25"],
    ["after the delegators", end - 1n, end - 1n, "20"],
    ["beyond the validator's end as far as they meet", end - 3n, end + 500n, "31"],
    ["after the validator", end + 1n, end + 2n, "0"],
  ])("counts %s", async (_name, from, to, amount) => {
    expect(await spec.result("getMaxStakeAmount", ask(from, to))).toEqual({ amount });
  });

  it("is zero for a node that does not validate", async () => {
    const params = { ...ask(start, end), nodeID: formatNodeId(bytes(99, 20)) };
    expect(await spec.result("getMaxStakeAmount", params)).toEqual({ amount: "0" });
  });

  it("rejects a period that is invalid or past", async () => {
    const message = "start time must be before end time";
    expect((await spec.error("getMaxStakeAmount", ask(end, start)))?.message).toBe(message);
    const past = await spec.error("getMaxStakeAmount", ask(genesisTime, end));
    expect(past?.message).toBe("start time in the past");
  });
});
