import { compareBytes, type Id, keyOf } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Owner } from "../components/owners.ts";
import { makeTx, type Tx } from "../txs/tx.ts";
import type { UnsignedTx } from "../txs/unsigned-tx.ts";
import { maxUint64 } from "../uint64.ts";
import type { GenesisConfig, InitialStaker } from "./config.ts";
import { GenesisError } from "./genesis-error.ts";
import { genesisBaseTx, lockedOutput } from "./outputs.ts";
import { type Stake, splitAllocations } from "./stakes.ts";

/** The transactions of the initial stakers, in genesis order. */
export function buildValidators(config: GenesisConfig, avaxAssetID: Id): Tx[] {
  const { initialStakers, initialStakeDurationOffset } = config;
  const stakedFunds = new Set(config.initialStakedFunds.map(keyOf));
  const staked = config.allocations.filter(({ avaxAddress }) =>
    stakedFunds.has(keyOf(avaxAddress)),
  );
  const parts = splitAllocations(staked, initialStakers.length);
  const lastEnd = config.startTime + config.initialStakeDuration;
  const validators = initialStakers.map((staker, index) => {
    const end = lastEnd - BigInt(index) * initialStakeDurationOffset;
    const unsigned = validatorTx(config, staker, parts[index] ?? [], end, avaxAssetID);
    return { end, tx: makeTx(unsigned, []) };
  });
  return heapOrder(validators, ({ end }) => end).map(({ tx }) => tx);
}

function validatorTx(
  config: GenesisConfig,
  staker: InitialStaker,
  stakes: readonly Stake[],
  end: bigint,
  assetID: Id,
): UnsignedTx {
  const { networkID, startTime: start } = config;
  const weight = stakes.reduce((sum, { amount }) => sum + amount, 0n);
  if (weight > maxUint64) throw new GenesisError("validator stake exceeds limit");
  if (weight === 0n) throw new GenesisError("validator has not weight");
  if (end <= start) throw new GenesisError("validator would have already unstaked");
  const stake = stakes.toSorted(compareStakes).map(({ amount, address, locktime }) => ({
    assetID,
    output: lockedOutput(amount, address, locktime, start),
  }));
  const rewardsOwner: Owner = {
    kind: "OutputOwners",
    locktime: 0n,
    threshold: 1,
    addresses: [staker.rewardAddress],
  };
  const common = {
    baseTx: genesisBaseTx(networkID),
    validator: { nodeID: staker.nodeID, start, end, weight },
    stake,
    shares: staker.delegationFeeShares,
  };
  if (staker.signer === undefined) return { kind: "AddValidatorTx", ...common, rewardsOwner };
  return {
    kind: "AddPermissionlessValidatorTx",
    ...common,
    subnetID: primaryNetworkID,
    signer: { kind: "ProofOfPossession", ...staker.signer },
    validationRewardsOwner: rewardsOwner,
    delegationRewardsOwner: rewardsOwner,
  };
}

function compareStakes(a: Stake, b: Stake): number {
  if (a.locktime !== b.locktime) return a.locktime < b.locktime ? -1 : 1;
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1;
  return compareBytes(a.address, b.address);
}

/**
 * The array of a binary heap after all values were pushed in turn, the least key first: the order in
 * which AvalancheGo writes genesis validators. Go's container/heap
 */
export function heapOrder<Value>(
  values: readonly Value[],
  keyOfValue: (value: Value) => bigint,
): Value[] {
  const heap: Value[] = [];
  for (const value of values) {
    let at = heap.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keyOfValue(heap[at]!) >= keyOfValue(heap[parent]!)) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }
  return heap;
}
