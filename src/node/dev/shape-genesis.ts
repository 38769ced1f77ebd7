import { hash160 } from "../../crypto/hash.ts";
import { equalBytes } from "../../formats/bytes.ts";
import type { Allocation, GenesisConfig, InitialStaker } from "../../pchain/genesis/config.ts";
import type { LocalGenesis } from "../node-config.ts";
import { accounts } from "./accounts.ts";

const delegationFeeShares = 20_000;

/**
 * The local genesis with another balance of the well-known key and other validators. The X- and C-chain stay the same, and so do their IDs and the
 * AVAX asset ID.
 */
export function shapeGenesis(template: GenesisConfig, local: LocalGenesis): GenesisConfig {
  return {
    ...template,
    allocations: allocations(template.allocations, local.balanceNavax),
    initialStakers: stakers(template.initialStakers, local.stakerCount),
  };
}

function allocations(
  known: readonly Allocation[],
  balanceNavax: LocalGenesis["balanceNavax"],
): readonly Allocation[] {
  if (balanceNavax === undefined) return known;
  const [first] = accounts(1);
  return known.map((allocation) =>
    equalBytes(allocation.avaxAddress, first!.address)
      ? { ...allocation, unlockSchedule: unlocked(balanceNavax) }
      : allocation,
  );
}

function unlocked(amount: bigint): Allocation["unlockSchedule"] {
  return amount === 0n ? [] : [{ amount, locktime: 0n }];
}

/** The well-known stakers, followed by stakers whose keys do not exist. */
function stakers(known: readonly InitialStaker[], count: number): InitialStaker[] {
  return Array.from(
    { length: count },
    (_, number) =>
      known[number] ?? {
        nodeID: hash160(Buffer.from(`couloir local staker ${number}`)),
        rewardAddress: known[0]!.rewardAddress,
        delegationFeeShares,
        signer: undefined,
      },
  );
}
