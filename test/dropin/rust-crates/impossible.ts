import type { Impossible } from "../go/impossible.ts";
import type { Profile } from "../profiles.ts";

const popName: Impossible = {
  why: "needs the member `proofOfPossession`; profile `spec` has the specification's spelling `proofOfPosession`",
  failure: /missing field `proofOfPossession`/,
};
const errorData: Impossible = {
  why: "expects text in the `data` of errors; profile `spec` has an object there",
  failure: /invalid type: map, expected a string/,
};
const permissioned: Impossible = {
  why: "needs `connected` of the validators of a permissioned subnet, which AvalancheGo v1.12.1 does not send",
  failure: /missing field `connected`/,
};

const always = {
  "admin::alias_chain": {
    why: "the admin API is not served here",
    failure: /invalid type: integer `404`/,
  },
  "P::add_subnet_validator": permissioned,
  "P::export": {
    why: "the library consumes outputs for the fee alone, and not for what it exports",
    failure: /insufficient unlocked funds/,
  },
  "AvalancheSubnet::add_validator_permissioned": permissioned,
} as const satisfies Record<string, Impossible>;

const noChain: Impossible = {
  why: "the library leaves out the param `chain`, which the method requires",
  failure: /argument 'chain' not given/,
};

/** Calls of the two crates that cannot pass, by profile. */
export const impossible: Readonly<Record<Profile, Readonly<Record<string, Impossible>>>> = {
  spec: {
    ...always,
    "info::is_bootstrapped": errorData,
    "x::get_balance is an error of the node": errorData,
    "x::get_tx_status is an error of the node": errorData,
    "x::issue_tx is an error of the node": errorData,
    "AvalancheNetwork::get_xchain_balance is an error of the node": errorData,
    "p::get_primary_network_validators": popName,
    "p::get_subnet_validators": popName,
    "P::is_primary_network_validator": popName,
    "P::add_validator": popName,
    "P::add_permissionless_validator": popName,
    "AvalancheNetwork::update_subnets, update_blockchains, update_subnet_validators": popName,
  },
  avalanchego: {
    ...always,
    "info::is_bootstrapped": noChain,
    "P::add_validator": {
      why: "AvalancheGo's newest release, which this profile follows, issues no AddValidatorTx under any rules",
      failure: /failed to meter tx: unsupported transaction type/,
    },
  },
  "avalanchego-1.12": { ...always, "info::is_bootstrapped": noChain },
};
