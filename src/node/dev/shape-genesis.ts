import { hash160 } from "../../crypto/hash.ts";
import { equalBytes } from "../../formats/bytes.ts";
import type { Allocation, GenesisConfig, InitialStaker } from "../../pchain/genesis/config.ts";
import type { LocalGenesis } from "../node-config.ts";
import { accounts } from "./accounts.ts";

const delegationFeeShares = 20_000;

/**
 * The local genesis with other accounts and validators. The X- and C-chain stay the same, and so do their IDs and the
 * AVAX asset ID.
 */
export function shapeGenesis(template: GenesisConfig, local: LocalGenesis): GenesisConfig {
  return {
    ...template,
    allocations: allocations(template.allocations, local.accounts),
    initialStakers: stakers(template.initialStakers, local.stakerCount),
  };
}

function allocations(
  known: readonly Allocation[],
  wanted: LocalGenesis["accounts"],
): readonly Allocation[] {
  if (wanted === undefined) return known;
  const [first, ...others] = accounts(wanted.count);
  const unlockSchedule = unlocked(wanted.balanceNavax);
  const { ethAddress } = known[0]!;
  return [
    ...known.map((allocation) =>
      equalBytes(allocation.avaxAddress, first!.address)
        ? { ...allocation, unlockSchedule }
        : allocation,
    ),
    ...others.map(({ address }) => ({
      ethAddress,
      avaxAddress: address,
      initialAmount: 0n,
      unlockSchedule,
    })),
  ];
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
