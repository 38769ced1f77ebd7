import manifest from "../../package.json" with { type: "json" };
import type { ProfileName } from "../generated/errors.ts";

declare const COULOIR_COMMIT: string | undefined;

/** What `--version` prints and info.getNodeVersion returns. */
export type Versions = {
  /** `couloir/0.1.0` */
  readonly application: string;
  /** Version of AvalancheGo's database layout that this node's answers belong to. */
  readonly database: string;
  readonly rpcchainvm: number;
  /** Empty when run from source. */
  readonly commit: string;
  readonly node: string;
};

/** A release of AvalancheGo whose responses a profile has. */
type FollowedRelease = {
  readonly application: string;
  readonly rpcchainvm: number;
  /** Versions of its virtual machines, as in `info.getNodeVersion`. */
  readonly vms: { readonly avm: string; readonly evm: string; readonly platform: string };
  /** The newest upgrade that the release knows. */
  readonly newestUpgrade: "etna" | "helicon";
  /** Proposals that it lists as implementable and not activated (utils/constants/acps.go @ v1.15.0). */
  readonly currentAcps: readonly number[];
};

/** avalanchego version/constants.go @ v1.12.1 */
const v112: FollowedRelease = {
  application: "avalanchego/1.12.1",
  rpcchainvm: 38,
  vms: { avm: "v1.12.1", evm: "v0.13.9", platform: "v1.12.1" },
  newestUpgrade: "etna",
  currentAcps: [],
};

/** avalanchego version/constants.go @ v1.15.0 */
const v115: FollowedRelease = {
  application: "avalanchego/1.15.0",
  rpcchainvm: 46,
  vms: { avm: "avalanchego/1.15.0", evm: "v1.15.0", platform: "avalanchego/1.15.0" },
  newestUpgrade: "helicon",
  currentAcps: [194, 224, 236, 247, 267, 273, 283, 285],
};

/** The release whose responses a profile has. */
export function followedRelease(profile: ProfileName): FollowedRelease {
  return profile === "avalanchego" ? v115 : v112;
}

/** Couloir's own. */
export const versions: Versions = {
  application: `couloir/${manifest.version}`,
  database: "v1.4.5",
  rpcchainvm: v112.rpcchainvm,
  // The build puts the commit in place of the name.
  commit: typeof COULOIR_COMMIT === "string" ? COULOIR_COMMIT : "",
  node: process.versions.node,
};

/** Clients of AvalancheGo's profiles expect its name and use its version to choose flags. */
export function versionsFor(profile: ProfileName): Versions {
  if (profile === "spec") return versions;
  const { application, rpcchainvm } = followedRelease(profile);
  return { ...versions, application, rpcchainvm };
}

/** One line: `couloir/0.1.0 [database=v1.4.5, rpcchainvm=38, commit=abc, node=20.20.2]`. */
export function versionLine({ application, database, rpcchainvm, commit, node }: Versions): string {
  const parts = [`database=${database}`, `rpcchainvm=${rpcchainvm}`];
  if (commit !== "") parts.push(`commit=${commit}`);
  return `${application} [${[...parts, `node=${node}`].join(", ")}]`;
}
