import type { PChainOwner } from "../../../src/pchain/components/owners.ts";
import { stakerPriorities } from "../../../src/pchain/state/staker.ts";
import { signersOf } from "./funds.ts";
import type { Maker } from "./intent.ts";
import { token } from "./moves.ts";

/** Transactions that make subnets and change what they are. */

export const createSubnetTx: Maker = (_view, choice) => {
  const owner = choice.owner();
  return {
    payment: { owner: choice.owner() },
    compose: ({ baseTx }) => ({
      kind: "CreateSubnetTx",
      baseTx,
      owner: { kind: "OutputOwners", locktime: 0n, ...owner },
    }),
  };
};

export const createChainTx: Maker = (view, choice) => {
  const subnet = choice.of(view.permissionedSubnets());
  if (subnet === undefined) return undefined;
  const { subnetID, owner } = subnet;
  const genesisData = new Uint8Array(choice.below(50));
  return {
    payment: { owner: choice.owner(), authorizedBy: owner },
    touches: [subnetID],
    compose: ({ baseTx }) => ({
      kind: "CreateChainTx",
      baseTx,
      subnetID,
      chainName: "chain 1",
      vmID: new Uint8Array(32).fill(4),
      fxIDs: [],
      genesisData,
      subnetAuthorization: authorization(owner),
    }),
  };
};

export const transferSubnetOwnershipTx: Maker = (view, choice) => {
  const subnet = view.isDurango ? choice.of(view.subnets()) : undefined;
  if (subnet === undefined) return undefined;
  const { subnetID, owner } = subnet;
  const newOwner = choice.owner();
  return {
    payment: { owner: choice.owner(), authorizedBy: owner },
    touches: [subnetID],
    compose: ({ baseTx }) => ({
      kind: "TransferSubnetOwnershipTx",
      baseTx,
      subnetID,
      subnetAuthorization: authorization(owner),
      newOwner: { kind: "OutputOwners", locktime: 0n, ...newOwner },
    }),
  };
};

export const removeSubnetValidatorTx: Maker = (view, choice) => {
  const owners = view.subnets();
  const removable = view.stakers().flatMap(({ nodeID, subnetID, priority }) => {
    const subnet = owners.find((candidate) => same(candidate.subnetID, subnetID));
    const isPermissioned =
      priority === stakerPriorities.permissionedSubnetValidatorCurrent ||
      priority === stakerPriorities.permissionedSubnetValidatorPending;
    return subnet === undefined || !isPermissioned ? [] : [{ ...subnet, nodeID }];
  });
  const chosen = choice.of(removable);
  if (chosen === undefined) return undefined;
  const { subnetID, owner, nodeID } = chosen;
  return {
    payment: { owner: choice.owner(), authorizedBy: owner },
    touches: [subnetID, nodeID],
    compose: ({ baseTx }) => ({
      kind: "RemoveSubnetValidatorTx",
      baseTx,
      nodeID,
      subnetID,
      subnetAuthorization: authorization(owner),
    }),
  };
};

export const transformSubnetTx: Maker = (view, choice) => {
  const subnet = view.isEtna ? undefined : choice.of(view.permissionedSubnets());
  if (subnet === undefined) return undefined;
  const { subnetID, owner } = subnet;
  return {
    payment: {
      owner: choice.owner(),
      authorizedBy: owner,
      leaving: [{ assetID: token, amount: rewardPool }],
    },
    touches: [subnetID],
    compose: ({ baseTx }) => ({
      kind: "TransformSubnetTx",
      baseTx,
      subnetID,
      assetID: token,
      initialSupply: 1_000_000_000n,
      maximumSupply: 1_000_000_000n + rewardPool,
      minConsumptionRate: 100_000n,
      maxConsumptionRate: 120_000n,
      minValidatorStake: 1_000_000n,
      maxValidatorStake: 1_000_000_000n,
      minStakeDuration: 60,
      maxStakeDuration: 3600,
      minDelegationFee: 20_000,
      minDelegatorStake: 1000n,
      maxValidatorWeightFactor: 5,
      uptimeRequirement: 800_000,
      subnetAuthorization: authorization(owner),
    }),
  };
};

const rewardPool = 1_000_000_000n;

export function authorization(owner: PChainOwner) {
  return { kind: "Input", signatureIndices: signersOf(owner) } as const;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
