/** Third-party sources that no registry has: a folder given by flag or by environment variable. */
export const sources = {
  avalanchejs: {
    environment: "COULOIR_DROPIN_AVALANCHEJS",
    about: "a checkout of github.com/ava-labs/avalanchejs: its package leaves the examples out",
  },
  "platform-cli": {
    environment: "COULOIR_DROPIN_PLATFORM_CLI",
    about:
      "a checkout of github.com/ava-labs/platform-cli, v2.0.0 for one: module proxies may lack it",
  },
  "flare-p-chain-indexer": {
    environment: "COULOIR_DROPIN_FLARE_P_CHAIN_INDEXER",
    about:
      "a checkout of github.com/flare-foundation/flare-p-chain-indexer: module proxies do not have it",
  },
  "avalanche-rosetta": {
    environment: "COULOIR_DROPIN_AVALANCHE_ROSETTA",
    about: "a checkout of github.com/ava-labs/avalanche-rosetta: module proxies do not have it",
  },
  "mesh-cli": {
    environment: "COULOIR_DROPIN_MESH_CLI",
    about: "a checkout of github.com/coinbase/mesh-cli: module proxies do not have it",
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;

type Source = { readonly environment: `COULOIR_DROPIN_${string}`; readonly about: string };

export const sourceNames = Object.keys(sources) as readonly SourceName[];

/** How a user gives that source. */
export function remedyFor(name: SourceName): string {
  const { environment, about } = sources[name];
  return `give --${name} PATH or ${environment}: ${about}`;
}
