import { describe, expect, it } from "vitest";
import { formatId } from "../../../../src/formats/id.ts";
import { stakerPriorities } from "../../../../src/pchain/state/staker.ts";
import { acceptBlock } from "../../../support/genesis-chain.ts";
import { stakerOf } from "../../../support/state/values.ts";
import { openLocalChain } from "./local-chain.ts";

describe.each(["spec", "avalanchego"] as const)("getTotalStake of the profile %s", (profile) => {
  it("has no sum beyond 64 bits, which single weights may have", async () => {
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
    expect(await chain.error("getTotalStake", { subnetID: formatId(subnetID) })).toEqual({
      code: -32000,
      message:
        "couldn't get total weight: total weight is not a uint64, total weight: 36893488147419103230",
    });
  });
});
