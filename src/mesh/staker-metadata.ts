import { formatHex } from "../formats/hex.ts";
import { addressTexts } from "../handlers/views/owners.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import type { Owner } from "../pchain/components/owners.ts";
import type { Signer } from "../pchain/components/signer.ts";
import type { UnsignedTx } from "../pchain/txs/unsigned-tx.ts";
import type { Validator } from "../pchain/txs/validator.ts";
import type { MeshContext } from "./operation.ts";

/** What stake operations say of their staker, under avalanche-rosetta's names. */
export function stakerMetadata(
  unsigned: UnsignedTx,
  context: MeshContext,
): Readonly<Record<string, unknown>> {
  const { chain, views } = context;
  const owners = (owner: Owner) => addressTexts(owner.addresses, chain);
  const common = ({ nodeID, start, end }: Validator, subnetID: Uint8Array) => ({
    validator_node_id: views.nodeID(nodeID),
    staking_start_time: Number(start),
    staking_end_time: Number(end),
    subnet_id: views.id(subnetID),
  });
  switch (unsigned.kind) {
    case "AddValidatorTx":
      return {
        ...common(unsigned.validator, primaryNetworkID),
        validator_rewards_owner: owners(unsigned.rewardsOwner),
        delegation_rewards_owner: owners(unsigned.rewardsOwner),
      };
    case "AddPermissionlessValidatorTx":
      return {
        ...common(unsigned.validator, unsigned.subnetID),
        validator_rewards_owner: owners(unsigned.validationRewardsOwner),
        delegation_rewards_owner: owners(unsigned.delegationRewardsOwner),
        ...signerMember(unsigned.signer),
      };
    case "AddDelegatorTx":
      return {
        ...common(unsigned.validator, primaryNetworkID),
        delegator_rewards_owner: owners(unsigned.rewardsOwner),
      };
    case "AddPermissionlessDelegatorTx":
      return {
        ...common(unsigned.validator, unsigned.subnetID),
        delegator_rewards_owner: owners(unsigned.rewardsOwner),
      };
    case "AddAutoRenewedValidatorTx":
      return {
        validator_node_id: views.nodeID(unsigned.nodeID),
        staking_period: Number(unsigned.period),
        subnet_id: views.id(primaryNetworkID),
        validator_rewards_owner: owners(unsigned.validationRewardsOwner),
        delegation_rewards_owner: owners(unsigned.delegationRewardsOwner),
        ...signerMember(unsigned.signer),
      };
    default:
      return {};
  }
}

/** What rewards say of the staker: its key is left out. */
export function rewardedMetadata(unsigned: UnsignedTx, context: MeshContext): object {
  const { ["signer"]: _signer, ...metadata } = stakerMetadata(unsigned, context);
  return metadata;
}

function signerMember(signer: Signer): { readonly signer: object } {
  if (signer.kind === "Empty") return { signer: {} };
  const { publicKey, proofOfPossession } = signer;
  return {
    signer: {
      publicKey: formatHex(publicKey),
      proofOfPossession: formatHex(proofOfPossession),
    },
  };
}
