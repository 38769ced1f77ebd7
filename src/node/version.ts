import manifest from "../../package.json" with { type: "json" };

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

/** The numbers of AvalancheGo are those of v1.12.1, version/constants.go. */
export const versions: Versions = {
  application: `couloir/${manifest.version}`,
  database: "v1.4.5",
  rpcchainvm: 38,
  // The build puts the commit in place of the name.
  commit: typeof COULOIR_COMMIT === "string" ? COULOIR_COMMIT : "",
  node: process.versions.node,
};

/** The AvalancheGo version that this node follows. */
export const avalanchego = { application: "avalanchego/1.12.1", vm: "v1.12.1", evm: "v0.13.9" };

/** Clients of the avalanchego profile expect AvalancheGo's name and use its version to choose flags. */
export function versionsFor(profile: string): Versions {
  if (profile !== "avalanchego") return versions;
  return { ...versions, application: avalanchego.application };
}

/** One line: `couloir/0.1.0 [database=v1.4.5, rpcchainvm=38, commit=abc, node=20.20.2]`. */
export function versionLine({ application, database, rpcchainvm, commit, node }: Versions): string {
  const parts = [`database=${database}`, `rpcchainvm=${rpcchainvm}`];
  if (commit !== "") parts.push(`commit=${commit}`);
  return `${application} [${[...parts, `node=${node}`].join(", ")}]`;
}
