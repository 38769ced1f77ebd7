import { describe, expect, it } from "vitest";
import { formatId } from "../../../../src/formats/id.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import { stakerOf } from "../../../support/state/values.ts";
import { openLocalChain } from "./local-chain.ts";

/** A chain with a subnet whose validators weigh more than 64 bits hold, which single weights do not. */
function openHeavyChain(profile: "spec" | "avalanchego") {
  const chain = openLocalChain(profile);
  const subnetID = new Uint8Array(32).fill(5);
  acceptBlock(chain, (state) => {
    for (const node of [1, 2]) {
      const { staker, tx } = stakerOf({
        node,
        subnetID,
        weight: 2n ** 64n - 1n,
        priority: stakerPriorities.permissionedSubnetValidatorCurrent,
      });
      state.addTx(tx, "Committed");
      state.putCurrentValidator(staker);
    }
  });
  return { chain, subnetID: formatId(subnetID) };
}

describe.each(["spec", "avalanchego"] as const)(
  "the total weight in the profile %s, beyond 64 bits",
  (profile) => {
    it("is an error of getTotalStake", async () => {
      const { chain, subnetID } = openHeavyChain(profile);
      expect(await chain.error("getTotalStake", { subnetID })).toEqual({
        code: -32000,
        message:
          "couldn't get total weight: total weight is not a uint64, total weight: 36893488147419103230",
      });
    });

    it("is an error of sampleValidators", async () => {
      const { chain, subnetID } = openHeavyChain(profile);
      expect(await chain.error("sampleValidators", { size: 1, subnetID })).toEqual({
        code: -32000,
        message: `sampling ${subnetID} errored with overflow`,
      });
      expect(await chain.result("sampleValidators", { size: 0, subnetID })).toEqual({
        validators: [],
      });
    });

    it("leaves the subnet out of getAllValidatorsAt", async () => {
      const { chain, subnetID } = openHeavyChain(profile);
      const { validatorSets } = await chain.result<{ readonly validatorSets: object }>(
        "getAllValidatorsAt",
        { height: 1 },
      );
      expect(Object.keys(validatorSets)).toHaveLength(1);
      expect(validatorSets).not.toHaveProperty(subnetID);
    });
  },
);
