import { FormatError } from "../../formats/format-error.ts";
import { findNetwork, hasFixedGenesis } from "../../networks/find-network.ts";
import { networkName } from "../../networks/ids.ts";
import type { Network } from "../../networks/network.ts";
import { parseUpgrades } from "../../networks/upgrades.ts";
import { readFileOrContent } from "../files/file-or-content.ts";
import type { NodeConfig } from "../node-config.ts";
import { StartError } from "../node-config.ts";

/** The configured network: a built-in one, or one with custom rules and upgrade times. Throws StartError. */
export function configuredNetwork(
  config: Pick<NodeConfig, "networkID" | "rules" | "upgrades">,
): Network {
  const { networkID, rules, upgrades } = config;
  const network = { ...findNetwork(networkID), ...rules };
  if (upgrades === undefined) return network;
  if (hasFixedGenesis(networkID)) {
    throw new StartError(`cannot configure upgrades for networkID: ${networkName(networkID)}`);
  }
  try {
    return { ...network, upgrades: parseUpgrades(readFileOrContent(upgrades)!) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new StartError(`unable to unmarshal upgrade bytes: ${error.message}`);
  }
}
