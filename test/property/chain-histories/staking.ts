import { emptyId, equalBytes, type Id, isZero, type NodeId } from "../../../src/formats/bytes.ts";
import type { BaseTxFields } from "../../../src/pchain/components/base-tx.ts";
import type { TransferableOutput } from "../../../src/pchain/components/outputs.ts";
import type { Owner, PChainOwner } from "../../../src/pchain/components/owners.ts";
import type { UnsignedTx } from "../../../src/pchain/txs/tx.ts";
import type { Validator } from "../../../src/pchain/txs/validator.ts";
import type { Choice } from "./choice.ts";
import { blsIdentities } from "./funds.ts";
import { avax, type Intent, type Maker } from "./intent.ts";
import { token } from "./moves.ts";
import { authorization } from "./subnets.ts";
import type { View } from "./view.ts";

/** Transactions that add stakers. */

const nodeIDs: readonly NodeId[] = Array.from({ length: 8 }, (_, index) =>
  new Uint8Array(20).fill(index + 1),
);
const minDurationSeconds = 60n;
const maxDurationSeconds = 3600n;

export const addValidatorTx: Maker = (view, choice) => {
  const period = view.isDurango ? undefined : newPrimaryPeriod(view, choice);
  if (period === undefined) return undefined;
  const weight = primaryWeight(choice);
  const rewardsOwner = ownerOf(choice.owner());
  const shares = sharesOf(choice);
  return {
    payment: staking(view, choice, emptyId, weight),
    touches: [period.nodeID],
    compose: ({ baseTx, stake }) => ({
      kind: "AddValidatorTx",
      baseTx,
      validator: { ...period, weight },
      stake,
      rewardsOwner,
      shares,
    }),
  };
};

export const addPermissionlessValidatorTx: Maker = (view, choice) => {
  const subnetID = choice.of([emptyId, ...view.elasticSubnets()])!;
  const isPrimary = isZero(subnetID);
  const period = isPrimary
    ? newPrimaryPeriod(view, choice)
    : periodWithinPrimary(view, choice, subnetID);
  if (period === undefined) return undefined;
  const weight = isPrimary ? primaryWeight(choice) : BigInt(1_000_000 + choice.below(1_000_000));
  const { publicKey, proofOfPossession } = choice.of(blsIdentities)!;
  const validationRewardsOwner = ownerOf(choice.owner());
  const delegationRewardsOwner = ownerOf(choice.owner());
  const shares = sharesOf(choice);
  return {
    payment: staking(view, choice, subnetID, weight),
    touches: [period.nodeID],
    compose: ({ baseTx, stake }) => ({
      kind: "AddPermissionlessValidatorTx",
      baseTx,
      validator: { ...period, weight },
      subnetID,
      signer: isPrimary
        ? { kind: "ProofOfPossession", publicKey, proofOfPossession }
        : { kind: "Empty" },
      stake,
      validationRewardsOwner,
      delegationRewardsOwner,
      shares,
    }),
  };
};

export const addSubnetValidatorTx: Maker = (view, choice) => {
  const subnet = choice.of(view.permissionedSubnets());
  const period = subnet && periodWithinPrimary(view, choice, subnet.subnetID);
  if (subnet === undefined || period === undefined) return undefined;
  const { subnetID, owner } = subnet;
  const weight = BigInt(1 + choice.below(1000));
  return {
    payment: { owner: choice.owner(), authorizedBy: owner },
    touches: [subnetID, period.nodeID],
    compose: ({ baseTx }) => ({
      kind: "AddSubnetValidatorTx",
      baseTx,
      validator: { subnetID, validator: { ...period, weight } },
      subnetAuthorization: authorization(owner),
    }),
  };
};

export const addDelegatorTx: Maker = (view, choice) => {
  if (view.isDurango) return undefined;
  return delegation(view, choice, emptyId, (parts) => ({ kind: "AddDelegatorTx", ...parts }));
};

export const addPermissionlessDelegatorTx: Maker = (view, choice) => {
  const subnetID = choice.of([emptyId, ...view.elasticSubnets()])!;
  return delegation(view, choice, subnetID, (parts) => ({
    kind: "AddPermissionlessDelegatorTx",
    subnetID,
    ...parts,
  }));
};

type Period = Pick<Validator, "nodeID" | "start" | "end">;

function delegation(
  view: View,
  choice: Choice,
  subnetID: Id,
  compose: (parts: {
    readonly baseTx: BaseTxFields;
    readonly validator: Validator;
    readonly stake: readonly TransferableOutput[];
    readonly rewardsOwner: Owner;
  }) => UnsignedTx,
): Intent | undefined {
  const validator = choice.of(view.validatorsToDelegateTo(subnetID));
  const period = validator && periodWithin(view, choice, validator);
  if (validator === undefined || period === undefined) return undefined;
  // Four times its own weight may be delegated to a validator, of which less is more varied.
  const room = minBigint(4n * validator.weight, largestWeight(subnetID) - validator.weight);
  const least = isZero(subnetID) ? 25n * avax : 1000n;
  const most = room - view.delegatedWeight(validator);
  if (most < least) return undefined;
  const weight = choice.isLucky() ? most : minBigint(least * BigInt(1 + choice.below(100)), most);
  const rewardsOwner = ownerOf(choice.owner());
  return {
    payment: staking(view, choice, subnetID, weight),
    touches: [period.nodeID],
    compose: ({ baseTx, stake }) =>
      compose({ baseTx, validator: { ...period, weight }, stake, rewardsOwner }),
  };
}

function largestWeight(subnetID: Id): bigint {
  return isZero(subnetID) ? 3_000_000n * avax : 1_000_000_000n;
}

/** Of a node that does not validate the primary network. */
function newPrimaryPeriod(view: View, choice: Choice): Period | undefined {
  const taken = view.primaryValidators();
  const nodeID = choice.of(
    nodeIDs.filter((candidate) => !taken.some((staker) => equalBytes(staker.nodeID, candidate))),
  );
  if (nodeID === undefined) return undefined;
  const start = startOf(view, choice);
  return { nodeID, start, end: start + durationOf(choice, maxDurationSeconds)! };
}

/** Of a primary network validator that does not validate the subnet, within its period. */
function periodWithinPrimary(view: View, choice: Choice, subnetID: Id): Period | undefined {
  const taken = view.stakers().filter((staker) => equalBytes(staker.subnetID, subnetID));
  const staker = choice.of(
    view
      .primaryValidators()
      .filter(({ nodeID }) => !taken.some((other) => equalBytes(other.nodeID, nodeID))),
  );
  return staker && periodWithin(view, choice, staker);
}

function periodWithin(
  view: View,
  choice: Choice,
  outer: { readonly nodeID: NodeId; readonly startTime: bigint; readonly endTime: bigint },
): Period | undefined {
  const { nodeID, startTime, endTime } = outer;
  const start = view.isDurango ? view.chainTime : maxBigint(startTime, startOf(view, choice));
  if (start < startTime) return undefined;
  const duration = durationOf(choice, endTime - start);
  return duration === undefined ? undefined : { nodeID, start, end: start + duration };
}

/** Since Durango a period begins with its block, whatever the transaction says. */
function startOf(view: View, choice: Choice): bigint {
  return view.isDurango ? view.chainTime : view.chainTime + 1n + BigInt(choice.below(300));
}

function durationOf(choice: Choice, longest: bigint): bigint | undefined {
  const most = minBigint(longest, maxDurationSeconds);
  if (most < minDurationSeconds) return undefined;
  return choice.isLucky()
    ? most
    : minDurationSeconds + (BigInt(choice.below(1200)) % (most - minDurationSeconds + 1n));
}

function staking(view: View, choice: Choice, subnetID: Id, amount: bigint) {
  const assetID = isZero(subnetID) ? view.avaxAssetID : token;
  return { owner: choice.owner(), stake: { assetID, amount, fromLocked: choice.isLucky() } };
}

function primaryWeight(choice: Choice): bigint {
  return BigInt(2000 + choice.below(100_000)) * avax;
}

function sharesOf(choice: Choice): number {
  return 20_000 + choice.below(980_001);
}

function ownerOf(owner: PChainOwner): Owner {
  return { kind: "OutputOwners", locktime: 0n, ...owner };
}

function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
