import { hasFixedGenesis } from "../networks/find-network.ts";
import { networkName } from "../networks/ids.ts";
import { ConfigError } from "./flag-types.ts";
import type { FlagName } from "./flags.ts";
import type { RawConfig } from "./raw-config.ts";

/** The network of a followable dev node without --network-id, as other launchers of local networks use it. */
export const followableNetworkID = 1337;

/** Why a flag contradicts --followable. */
const contradictions = {
  "genesis-file": "makes its own genesis, with this node as the only validator",
  "genesis-file-content": "makes its own genesis, with this node as the only validator",
  stakers: "has this node as the only validator",
  timestamp: "uses the machine's clock, as its followers do",
  state: "has no states that can be loaded: followers would not have their blocks",
  "upgrade-file": "has the upgrades of --hardfork",
  "upgrade-file-content": "has the upgrades of --hardfork",
  "db-read-only": "adds blocks to its database",
} as const satisfies Partial<Record<FlagName, string>>;

/** Whether other nodes can follow this dev node. Throws ConfigError if other flags contradict that. */
export function followableConfig(raw: RawConfig, networkID: number): boolean {
  if (!raw.get("followable")) return false;
  if (hasFixedGenesis(networkID)) {
    throw new ConfigError(
      `--followable makes its own genesis, and the network ${networkName(networkID)} has one: choose another --network-id, or omit it for network ${followableNetworkID}`,
    );
  }
  for (const [name, reason] of Object.entries(contradictions) as [FlagName, string][]) {
    if (raw.isSet(name) && raw.get(name) !== false) {
      throw new ConfigError(`--${name} has no effect with --followable, which ${reason}`);
    }
  }
  if (raw.isSet("gas-limit") && raw.get("gas-limit") !== "network") {
    throw new ConfigError(
      "--followable has the network's gas limits: remove --gas-limit, or set it to network",
    );
  }
  if (raw.isSet("rules") && raw.get("rules").toLowerCase() !== "newest") {
    throw new ConfigError("--followable needs the rules that followers have: remove --rules");
  }
  if (!raw.get("sybil-protection-enabled")) {
    throw new ConfigError("--followable needs validators: remove --sybil-protection-enabled=false");
  }
  return true;
}
