import { afterAll, expect, it } from "vitest";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import { makeTx } from "../../../../src/pchain/txs/tx.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import { filled, sampleTxs } from "../../../support/sample-txs.ts";
import { genesisTime, openLocalChain } from "./local-chain.ts";

const spec = openLocalChain("spec");
const avalanchego = openLocalChain("avalanchego");
afterAll(() => {
  spec.store.close();
  avalanchego.store.close();
});

const nodeID = filled(20, 0x77);
const tx = makeTx({ ...sampleTxs.AddAutoRenewedValidatorTx, nodeID }, []);
for (const chain of [spec, avalanchego]) {
  acceptBlock(chain, (state) => {
    state.addTx(tx, "Committed");
    state.putCurrentValidator({
      txID: tx.id,
      nodeID,
      publicKey: undefined,
      subnetID: emptyId,
      weight: 37n,
      startTime: genesisTime,
      endTime: genesisTime + 9n,
      potentialReward: 1n,
      nextTime: genesisTime + 9n,
      priority: stakerPriorities.primaryValidatorCurrent,
    });
    state.setAutoRenewal(nodeID, {
      accruedValidationRewardsNavax: 5n,
      accruedDelegateeRewardsNavax: 2n,
      autoCompoundRewardShares: 300_000,
      nextPeriod: 86_400n,
    });
  });
}

type Listed = { readonly validators: readonly Readonly<Record<string, unknown>>[] };
const nodeIDs = [formatNodeId(nodeID)];

it("the profile avalanchego shows what was staked again, after the share that is", async () => {
  const { validators } = await avalanchego.result<Listed>("getCurrentValidators", { nodeIDs });
  const [validator] = validators;
  expect(validator).toMatchObject({
    txID: formatId(tx.id),
    weight: "37",
    restakedValidationRewards: "5",
    restakedDelegateeRewards: "2",
  });
  const names = Object.keys(validator!);
  const at = names.indexOf("autoCompoundRewardShares");
  expect(names.slice(at, at + 4)).toEqual([
    "autoCompoundRewardShares",
    "restakedValidationRewards",
    "restakedDelegateeRewards",
    "delegatorCount",
  ]);
});

it("the default profile shows it by fields", async () => {
  const whole = await spec.result<Listed>("getCurrentValidators", { nodeIDs });
  expect(whole.validators[0]).toMatchObject({ autoCompoundRewardShares: "300000" });
  expect(whole.validators[0]).not.toHaveProperty("restakedValidationRewards");
  const fields = ["restakedValidationRewards", "restakedDelegateeRewards"];
  const partial = await spec.result<Listed>("getCurrentValidators", { nodeIDs, fields });
  expect(partial.validators).toEqual([
    { restakedValidationRewards: "5", restakedDelegateeRewards: "2" },
  ]);
});

it("validators that do not renew have no such members", async () => {
  const fields = ["restakedValidationRewards", "restakedDelegateeRewards", "txID"];
  const { validators } = await spec.result<Listed>("getCurrentValidators", { fields });
  const others = validators.filter(({ txID }) => txID !== formatId(tx.id));
  expect(others.length).toBeGreaterThan(0);
  for (const each of others) expect(Object.keys(each)).toEqual(["txID"]);
});
