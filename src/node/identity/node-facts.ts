import { keyOf } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { NodeFacts } from "../../handlers/context.ts";
import { fxNames, vmAliases } from "../../networks/chains.ts";
import type { Aliases } from "../chain/aliases.ts";
import type { ApisConfig } from "../node-config.ts";
import { followedRelease, versionsFor } from "../version.ts";
import type { NodeIdentity } from "./identity.ts";
import type { PublicIp } from "./public-ip.ts";
import type { StakingAddress } from "./staking-address.ts";

export function makeNodeFacts(options: {
  readonly mode: NodeFacts["mode"];
  readonly identity: Pick<NodeIdentity, "nodeID" | "blsPublicKey" | "proofOfPossession">;
  readonly publicIP: Pick<PublicIp, "withPort">;
  readonly staking: Pick<StakingAddress, "port">;
  readonly profile: ApisConfig["profile"];
  readonly vmAliases: Aliases;
}): NodeFacts {
  const { identity, publicIP, staking, profile } = options;
  const versions = versionsFor(profile);
  const release = followedRelease(profile);
  return {
    mode: options.mode,
    nodeID: identity.nodeID,
    get blsPublicKey() {
      return identity.blsPublicKey();
    },
    get proofOfPossession() {
      return identity.proofOfPossession();
    },
    publicAddress: () => publicIP.withPort(staking.port),
    versions: {
      application: versions.application,
      database: versions.database,
      rpcProtocol: String(versions.rpcchainvm),
      gitCommit: versions.commit,
      vms: release.vms,
    },
    currentAcps: release.currentAcps,
    vms: vmNames(options.vmAliases),
    fxs: Object.fromEntries(fxNames.map(({ fxID, name }) => [formatId(fxID), name])),
  };
}

/** The known virtual machines; the user's names for them follow their own. */
function vmNames(added: Aliases): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    vmAliases.map(({ vmID, aliases }) => [
      formatId(vmID),
      [...aliases, ...(added.get(keyOf(vmID)) ?? [])],
    ]),
  );
}
