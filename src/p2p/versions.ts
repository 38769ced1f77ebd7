/** What a node says that it runs, such as avalanchego 1.14.2. */
export type ClientVersion = {
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
};

/** Which versions of peers are accepted; the minimum rises when the upgrade activates. */
export type Compatibility = {
  /** What we claim to run. At least the network's minimum, or every peer hangs up. */
  readonly claimed: ClientVersion;
  readonly minimumBefore: Release;
  readonly minimumFrom: Release;
  /** Unix seconds; also our `upgrade_time` in handshakes. */
  readonly upgradeTime: bigint;
};

type Release = readonly [major: number, minor: number, patch: number];

/** The minimum versions that a release built for an upgrade asks of its peers. avalanchego version/constants.go @ v1.14.2 */
const minimums = {
  /** v1.12.1 */
  etna: { before: [1, 11, 0], from: [1, 12, 0] },
  /** v1.14.2 */
  granite: { before: [1, 13, 0], from: [1, 14, 0] },
  /** v1.15.0 */
  helicon: { before: [1, 14, 0], from: [1, 15, 0] },
} as const satisfies Record<string, { before: Release; from: Release }>;

/** The newest upgrade that a node knows. */
export type UpgradeName = keyof typeof minimums;

/** The rules of a release that knows upgrades up to the named one, which activates at a Unix second. */
export function compatibility(
  upgrade: UpgradeName,
  upgradeTime: bigint,
  claimed: ClientVersion,
): Compatibility {
  const { before, from } = minimums[upgrade];
  return { claimed, minimumBefore: before, minimumFrom: from, upgradeTime };
}

/** avalanchego version/compatibility.go Compatible @ v1.14.2 */
export function isCompatible(rules: Compatibility, peer: ClientVersion, now: bigint): boolean {
  if (peer.major > rules.claimed.major) return false;
  const minimum = now < rules.upgradeTime ? rules.minimumBefore : rules.minimumFrom;
  return compareReleases([peer.major, peer.minor, peer.patch], minimum) >= 0;
}

/** `avalanchego/1.14.2` */
export function formatVersion({ name, major, minor, patch }: ClientVersion): string {
  return `${name}/${major}.${minor}.${patch}`;
}

function compareReleases(a: Release, b: Release): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
