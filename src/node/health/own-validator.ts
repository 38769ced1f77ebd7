import { keyOf } from "../../formats/bytes.ts";
import type { AnnouncedUpgrades, RegisteredKey } from "../../health/checks/release.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { PeerInfo } from "../../p2p/peer-info.ts";
import type { State } from "../../pchain/state/state.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { machineClock } from "../clock.ts";
import type { NodeIdentity } from "../identity/identity.ts";
import type { StakingConfig } from "../node-config.ts";

/** The BLS key that the primary network has of this node. Without sybil protection, the node registers its own. */
export function registeredKey(
  { sybilProtectionEnabled }: Pick<StakingConfig, "sybilProtectionEnabled">,
  { nodeID, blsPublicKey }: Pick<NodeIdentity, "nodeID" | "blsPublicKey">,
  state: State,
): () => RegisteredKey {
  return () => {
    if (!sybilProtectionEnabled) return blsPublicKey();
    const validator = state.currentValidator(primaryNetworkID, nodeID);
    return validator === undefined ? "not a validator" : validator.publicKey;
  };
}

/** The upgrades that connected validators announce in their handshakes. */
export function announcedUpgrades(
  localUpgradeTime: bigint,
  staking: StakingConfig,
  queries: Pick<ChainQueries, "blocks" | "validators">,
  peers: () => readonly Pick<PeerInfo, "nodeID" | "upgradeTime">[],
): () => AnnouncedUpgrades {
  return () => {
    const { height } = queries.blocks.lastAccepted();
    const validators = queries.validators.setAt(primaryNetworkID, height);
    const weights = new Map(validators.map(({ nodeID, weight }) => [keyOf(nodeID), weight]));
    return {
      localUpgradeTime,
      totalWeight: primaryWeight(staking, queries),
      announced: peers().flatMap(({ nodeID, upgradeTime }) => {
        const weight = weights.get(keyOf(nodeID));
        return weight === undefined ? [] : [{ upgradeTime, weight }];
      }),
      nowNanos: machineClock.nowNanos(),
    };
  };
}

/** The weight of all validators of the primary network. Without sybil protection, only the node itself has one. */
export function primaryWeight(
  staking: Pick<StakingConfig, "sybilProtectionEnabled" | "sybilProtectionDisabledWeight">,
  { blocks, validators }: Pick<ChainQueries, "blocks" | "validators">,
): bigint {
  if (!staking.sybilProtectionEnabled) return staking.sybilProtectionDisabledWeight;
  const { height } = blocks.lastAccepted();
  return validators.setAt(primaryNetworkID, height).reduce((sum, { weight }) => sum + weight, 0n);
}
