import type { Id } from "../formats/bytes.ts";
import { fujiID, mainnetID } from "../networks/ids.ts";
import type { HandshakeTerms } from "../p2p/peer/handshake.ts";
import { type Compatibility, compatibility } from "../p2p/versions.ts";

/** Unix seconds. avalanchego upgrade/upgrade.go @ v1.14.2 and v1.15.0-fuji */
const graniteTimes = { mainnet: 1_763_568_000n, other: 1_607_144_400n };
const fujiHelicon = 1_785_250_800n;

/** The first upgrade of a network whose rules the engine does not have. */
export function firstUnknownUpgrade(
  networkID: number,
): { readonly name: string; readonly time: bigint } | undefined {
  return networkID === fujiID ? { name: "Helicon", time: fujiHelicon } : undefined;
}

/**
 * What we say in handshakes. Peers check the numbers of a version, not its name: they are those of the AvalancheGo
 * release whose protocol we speak on the network.
 */
export function handshakeTerms(networkID: number, trackedSubnets: readonly Id[]): HandshakeTerms {
  return {
    networkID,
    compatibility: compatibilityOn(networkID),
    trackedSubnets: [...trackedSubnets],
    supportedAcps: [],
    objectedAcps: [],
    currentAcps: [],
  };
}

function compatibilityOn(networkID: number): Compatibility {
  const client = { name: "couloir", major: 1 };
  if (networkID === fujiID) {
    return compatibility("helicon", fujiHelicon, { ...client, minor: 15, patch: 0 });
  }
  const upgradeTime = networkID === mainnetID ? graniteTimes.mainnet : graniteTimes.other;
  return compatibility("granite", upgradeTime, { ...client, minor: 14, patch: 2 });
}
