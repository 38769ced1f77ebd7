import { type BytesKey, bytesOfKey, equalBytes, type Id, keyOf } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { Blockchains } from "../../handlers/context.ts";
import {
  cChainAliases,
  platformChainAliases,
  platformChainID,
  primaryNetworkID,
  xChainAliases,
} from "../../networks/chains.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { ChainListQueries } from "../../store/chain-queries.ts";
import type { StakingConfig } from "../node-config.ts";
import type { Aliases } from "./aliases.ts";

export type BlockchainsOptions = {
  readonly context: ChainContext;
  readonly chains: ChainListQueries;
  /** Aliases from the user. */
  readonly aliases: Aliases;
  readonly trackedSubnets: readonly Id[];
  readonly staking: Pick<StakingConfig, "sybilProtectionEnabled" | "partialSyncPrimaryNetwork">;
  /** Whether the chains of the primary network accept requests. */
  readonly isBootstrapped: () => boolean;
  /** The chains beside the P-chain that are followed up to the network's tip. */
  readonly bootstrappedChains?: () => readonly ("X" | "C")[];
  /** The snapshot that the P-chain started from. */
  readonly snapshot?: () => ReturnType<Blockchains["snapshot"]>;
};

/** Looks up chains by name: those of the primary network, and those with an alias from the user. */
export function makeBlockchains(options: BlockchainsOptions): Blockchains {
  const { context, chains, staking } = options;
  const running = [
    { id: platformChainID, aliases: platformChainAliases },
    { id: context.xChainID, aliases: xChainAliases },
    { id: context.cChainID, aliases: cChainAliases },
  ];
  const idsByName = new Map<string, Id>();
  const firstNames = new Map<BytesKey, string>();
  for (const { id, aliases } of running) {
    const names = [...aliases, ...(options.aliases.get(keyOf(id)) ?? []), formatId(id)];
    firstNames.set(keyOf(id), names[0]!);
    for (const name of names) idsByName.set(name, id);
  }
  for (const [key, names] of options.aliases) {
    const id = bytesOfKey(key);
    if (!firstNames.has(key) && names[0] !== undefined) firstNames.set(key, names[0]);
    for (const name of names) if (!idsByName.has(name)) idsByName.set(name, id);
  }
  const runsAll = !staking.partialSyncPrimaryNetwork;
  const isPlatform = (chainID: Id) => equalBytes(chainID, platformChainID);
  const isPrimary = (chainID: Id) => running.some(({ id }) => equalBytes(id, chainID));
  const isStored = (chainID: Id) =>
    (options.bootstrappedChains?.() ?? []).some((chain) =>
      equalBytes(chainID, chain === "X" ? context.xChainID : context.cChainID),
    );
  // AvalancheGo tracks every subnet without sybil protection.
  const isSubnetTracked = (subnetID: Id) =>
    !staking.sybilProtectionEnabled ||
    options.trackedSubnets.some((tracked) => equalBytes(tracked, subnetID));
  return {
    snapshot: (chainID) => (isPlatform(chainID) ? options.snapshot?.() : undefined),
    lookup: (name) => idsByName.get(name),
    primaryAlias: (chainID) => firstNames.get(keyOf(chainID)) ?? formatId(chainID),
    // A dev node has no blocks of X and C to bootstrap.
    isBootstrapped: (chainID) =>
      options.isBootstrapped() &&
      (isPlatform(chainID) || (runsAll && isPrimary(chainID)) || isStored(chainID)),
    isTracked: (chainID) => {
      if (isPlatform(chainID)) return true;
      const subnetID = chains.byID(chainID)?.subnetID;
      if (subnetID === undefined) return false;
      return equalBytes(subnetID, primaryNetworkID) ? runsAll : isSubnetTracked(subnetID);
    },
    isSubnetTracked,
  };
}
