import type { Id } from "../formats/bytes.ts";
import type { Network } from "../networks/network.ts";
import { never, upgradeTimes } from "../networks/upgrades.ts";
import type { HandshakeTerms } from "../p2p/peer/handshake.ts";
import { type Compatibility, compatibility } from "../p2p/versions.ts";

/**
 * What we say in handshakes. Peers check the numbers of a version, not its name: they are those of the AvalancheGo
 * release whose protocol we speak on the network.
 */
export function handshakeTerms(
  { id, upgrades }: Pick<Network, "id" | "upgrades">,
  trackedSubnets: readonly Id[],
): HandshakeTerms {
  return {
    networkID: id,
    compatibility: compatibilityUnder(upgrades),
    trackedSubnets: [...trackedSubnets],
    supportedAcps: [],
    objectedAcps: [],
    currentAcps: [],
  };
}

/** The newest release of AvalancheGo whose rules the engine has. */
const newestRelease = { major: 1, minor: 15, patch: 0 };
export const newestReleaseText = Object.values(newestRelease).join(".");

/** Unix seconds of the newest upgrade whose rules the engine has on a network. */
export function newestUpgradeTime(upgrades: Network["upgrades"]): bigint {
  const times = upgradeTimes.map((name) => upgrades[name]).filter((time) => time < never);
  return times.sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n;
}

/** The release that a network needs follows from the newest upgrade that is scheduled on it. */
function compatibilityUnder({ granite, helicon }: Network["upgrades"]): Compatibility {
  const name = "couloir";
  return helicon < never
    ? compatibility("helicon", helicon, { name, ...newestRelease })
    : compatibility("granite", granite, { name, major: 1, minor: 14, patch: 2 });
}
