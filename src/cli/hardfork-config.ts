import { defaultHardforks, type Hardfork, isAtMost, lastHardforks } from "../networks/hardfork.ts";
import type { ReleaseName } from "../networks/release.ts";
import type { HardforkChoice } from "../node/node-config.ts";
import { ConfigError } from "./flag-types.ts";
import type { RawConfig } from "./raw-config.ts";

/**
 * The hardfork of a new chain; undefined if a public network or an upgrade file has its upgrade times. A follower needs
 * that of its network. Throws ConfigError.
 */
export function hardforkConfig(
  raw: RawConfig,
  ownRelease: ReleaseName,
  standardRules: boolean,
): HardforkChoice | undefined {
  const given = raw.get("hardfork").toLowerCase();
  const isGiven = given !== "";
  const hasUpgrades = raw.isSet("upgrade-file") || raw.isSet("upgrade-file-content");
  if (isGiven && hasUpgrades) {
    throw new ConfigError("--hardfork and an upgrade file cannot be combined: remove one of them");
  }
  if (standardRules || hasUpgrades) return undefined;
  // A follower has the rules of the newest release, whatever --rules says.
  const follows = raw.get("upstream").length > 0 || raw.get("bootstrap-ips") !== "";
  const release = follows ? "newest" : ownRelease;
  if (!isGiven) return { name: defaultHardforks[release], isGiven };
  const name = given as Hardfork;
  const last = lastHardforks[release];
  if (!isAtMost(name, last)) {
    throw new ConfigError(
      `--hardfork=${name} needs --rules=newest: the rules of ${release} end with ${last}`,
    );
  }
  return { name, isGiven };
}
