import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { type Calls, type Members, sameSet } from "./chain.ts";

const primary = "11111111111111111111111111111111LpoYY";

/** Functions on validators, delegators, rewards, subnets and blockchains. */
export const stakingCalls: Calls = {
  "listValidators (active)": async (chain) => {
    const request = { validationStatus: "active" };
    const active = await chain.walk("", "listValidators", request, "validators");
    const { validators } = await chain.P("platform.getCurrentValidators");
    sameSet(
      active.map((each) => [each["txHash"], each["nodeId"], each["amountStaked"]]),
      validators.map((each: Members) => [
        each["txID"],
        each["nodeID"],
        each["stakeAmount"] ?? each["weight"],
      ]),
    );
  },
  "listValidators (completed)": async (chain) => {
    const request = { validationStatus: "completed" };
    const completed = await chain.walk("", "listValidators", request, "validators");
    const filter = { role: "validator", subnetID: primary, status: "ended" };
    const ended = await chain.ledger("ledger.getStakingPeriods", filter);
    assert.deepEqual(
      completed.map((each) => [each["txHash"], each["nodeId"]]),
      ended.map((each) => [each["txID"], each["nodeID"]]),
    );
  },
  getValidatorDetails: async (chain) => {
    const periods = await chain.ledger("ledger.getStakingPeriods", { role: "validator" });
    const nodeIDs = [...new Set(periods.map(({ nodeID }) => nodeID as string))].slice(0, 20);
    for (const nodeId of nodeIDs) {
      const terms = await chain.walk("", "getValidatorDetails", { nodeId }, "validators");
      const expected = periods.filter(({ nodeID }) => nodeID === nodeId);
      sameSet(
        terms.map((each) => each["txHash"]),
        expected.map((each) => each["txID"]),
      );
    }
  },
  listDelegators: async (chain) => {
    const delegators = await chain.walk("", "listDelegators", {}, "delegators");
    const filter = { role: "delegator", subnetID: primary };
    const periods = await chain.ledger("ledger.getStakingPeriods", filter);
    assert.deepEqual(
      delegators.map((each) => [each["txHash"], each["amountDelegated"]]),
      periods.map((each) => [each["txID"], each["weight"]]),
    );
  },
  "rewards.listHistoricalRewards": async (chain) => {
    const paid = await chain.walk("rewards", "listHistoricalRewards", {}, "historicalRewards");
    const rows = await chain.ledger("ledger.getRewards", { subnetID: primary });
    assert.deepEqual(
      paid.map((each) => [each["txHash"], each["reward"].amount, each["rewardTxHash"]]),
      rows.map((each) => [each["stakingTxID"], each["amount"], each["rewardTxID"]]),
    );
  },
  "rewards.listPendingRewards": async (chain) => {
    const pending = await chain.walk("rewards", "listPendingRewards", {}, "pendingRewards");
    const filter = { subnetID: primary, status: "pending" };
    const rows = await chain.ledger("ledger.getRewards", filter);
    // What delegations will bring their validator is a row of its own here.
    const own = pending.filter(({ rewardType }) => rewardType !== "VALIDATOR_FEE");
    sameSet(
      own.map((each) => [each["txHash"], each["estimatedReward"].amount]),
      rows.map((each) => [each["stakingTxID"], each["amount"]]),
    );
  },
  listL1Validators: async (chain) => {
    const request = { includeInactiveL1Validators: true };
    const validators = await chain.walk("", "listL1Validators", request, "validators");
    const rows = await chain.ledger("ledger.getL1Validators");
    sameSet(
      validators.map((each) => [each["validationId"], each["nodeId"]]),
      rows.map((each) => [each["validationID"], each["nodeID"]]),
    );
  },
  listSubnets: async (chain) => {
    const subnets = await chain.walk("", "listSubnets", {}, "subnets");
    const known = await chain.P("platform.getSubnets", { ids: [] });
    sameSet(
      subnets.map((each) => each["subnetId"]),
      known["subnets"].map((each: Members) => each["id"]).filter((id: string) => id !== primary),
    );
  },
  getSubnetById: async (chain) => {
    const [subnet] = await chain.walk("", "listSubnets", {}, "subnets");
    if (subnet === undefined) return { skipped: "the chain has no subnet" };
    const found = await chain.one("", "getSubnetById", { subnetId: subnet["subnetId"] });
    assert.deepEqual(found, subnet);
    return undefined as never;
  },
  listBlockchains: async (chain) => {
    const listed = await chain.walk("", "listBlockchains", {}, "blockchains");
    const { blockchains } = await chain.P("platform.getBlockchains");
    sameSet(
      listed.map((each) => [each["blockchainId"], each["subnetId"], each["blockchainName"]]),
      blockchains.map((each: Members) => [each["id"], each["subnetID"], each["name"]]),
    );
  },
  getBlockchainById: async (chain) => {
    const listed = await chain.walk("", "listBlockchains", {}, "blockchains");
    for (const each of listed) {
      const request = { blockchainId: each["blockchainId"] };
      // Only this answer has the genesis.
      const { genesisData, ...found } = await chain.one("", "getBlockchainById", request);
      const params = { txID: each["blockchainId"], encoding: "json" };
      const { tx } = await chain.P("platform.getTx", params);
      assert.deepEqual(found, each);
      const bytes = Buffer.from(tx.unsignedTx.genesisData, "base64");
      if (typeof genesisData === "object") {
        // The SDK drops members of the configuration that it does not know.
        const { alloc, config } = JSON.parse(bytes.toString());
        assert.deepEqual(genesisData.alloc, alloc);
        assert.equal(genesisData.config.chainId, config.chainId);
      } else
        assert.equal(genesisData, isUtf8(bytes) ? bytes.toString() : `0x${bytes.toString("hex")}`);
    }
  },
  getNetworkDetails: async (chain) => {
    const found = await chain.one("", "getNetworkDetails", {});
    const [block] = await chain.ledger("ledger.getBlocks");
    assert.equal(found.validatorDetails.totalAmountStaked, block!["staked"]);
    assert.equal(found.delegatorDetails.delegatorCount, block!["delegators"]);
  },
};
