import { afterAll, beforeAll, expect, it } from "vitest";
import { callNode } from "../support/call-node.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";

let node: StartedNode;

beforeAll(async () => {
  node = await startNode({ chain: "small" });
});
afterAll(() => node?.stop());

type Staker = { readonly txID: string; readonly potentialReward: string };
type Owned = { readonly addresses: readonly string[]; readonly amount: bigint | number };
/** A locked output holds another. */
type Output = { readonly output: Owned | { readonly output: Owned } };

async function call<Result>(method: string, params: Record<string, unknown>): Promise<Result> {
  const answer = await callNode(node.url, method, params as never);
  return (answer as unknown as { result: Result }).result;
}

/** What the staking transactions of all current stakers lock, by the address that owns it. */
async function lockedByAddress(): Promise<{ locked: Map<string, bigint>; rewards: bigint }> {
  const { validators } = await call<{ validators: Staker[] }>("platform.getCurrentValidators", {});
  const detailed = await Promise.all(
    validators.map(async ({ nodeID }: Staker & { nodeID?: string }) =>
      call<{ validators: (Staker & { delegators?: Staker[] | null })[] }>(
        "platform.getCurrentValidators",
        { nodeIDs: [nodeID] },
      ),
    ),
  );
  const stakers = new Map(
    detailed
      .flatMap((one) => one.validators)
      .flatMap((validator) => [validator, ...(validator.delegators ?? [])])
      .map((staker) => [staker.txID, staker]),
  );
  const locked = new Map<string, bigint>();
  let rewards = 0n;
  for (const { txID, potentialReward } of stakers.values()) {
    rewards += BigInt(potentialReward);
    const { tx } = await call<{ tx: { unsignedTx: { stake: Output[] } } }>("platform.getTx", {
      txID,
      encoding: "json",
    });
    for (const { output } of tx.unsignedTx.stake) {
      const { addresses, amount } = "output" in output ? output.output : output;
      for (const address of addresses) {
        locked.set(address, (locked.get(address) ?? 0n) + BigInt(amount));
      }
    }
  }
  return { locked, rewards };
}

// [spec: 4.3.getStake.no-rewards]
it("platform.getStake is the sum of the staked outputs, without the rewards that are due", async () => {
  const { locked, rewards } = await lockedByAddress();
  expect(locked.size).toBeGreaterThan(0);
  expect(rewards).toBeGreaterThan(0n);
  for (const [address, amount] of locked) {
    const { staked } = await call<{ staked: string }>("platform.getStake", {
      addresses: [address],
    });
    expect(staked, address).toBe(String(amount));
  }
});
