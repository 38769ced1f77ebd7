import { expect, it } from "vitest";
import { prefersCommit } from "../../../src/chain/prefers-commit.ts";
import { local } from "../../../src/networks/local.ts";
import { MemoryState } from "../../../src/pchain/state/memory-state.ts";
import { makeTx } from "../../../src/pchain/txs/tx.ts";
import { stakerOf } from "../../support/state/values.ts";

const helicon = 1_000n;
const network = { ...local, upgrades: { ...local.upgrades, helicon } };

/** Whether a validator that started then is rewarded at an uptime. */
function isRewarded(startTime: bigint, uptime: number, kind: "plain" | "auto-renewed"): boolean {
  const state = new MemoryState();
  const { staker } = stakerOf({ node: 1 });
  state.putCurrentValidator({ ...staker, startTime });
  const { txID } = staker;
  const unsigned =
    kind === "plain"
      ? ({ kind: "RewardValidatorTx", txID } as const)
      : ({ kind: "RewardAutoRenewedValidatorTx", txID, timestamp: 1n } as const);
  return prefersCommit(makeTx(unsigned, []), state, network, () => uptime);
}

it.each(["plain", "auto-renewed"] as const)(
  "a %s validator needs 80 % of uptime before Helicon and 90 % from it on",
  (kind) => {
    expect(isRewarded(helicon - 1n, 0.8, kind)).toBe(true);
    expect(isRewarded(helicon - 1n, 0.79, kind)).toBe(false);
    expect(isRewarded(helicon, 0.9, kind)).toBe(true);
    expect(isRewarded(helicon, 0.89, kind)).toBe(false);
  },
);

it("a proposal of another kind is committed", () => {
  const state = new MemoryState();
  const advance = makeTx({ kind: "AdvanceTimeTx", time: 1n }, []);
  expect(prefersCommit(advance, state, network, () => 0)).toBe(true);
});
