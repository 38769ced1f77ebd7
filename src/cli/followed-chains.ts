import type { SourceConfig } from "../node/node-config.ts";
import { ConfigError } from "./flag-types.ts";
import type { RawConfig } from "./raw-config.ts";

const chains = ["P", "X", "C"] as const;
type ChainName = (typeof chains)[number];

/** Reads --follow-chains, --c-chain-start and --x-chain-dag. Throws ConfigError. */
export function followedChains(
  raw: RawConfig,
): Pick<SourceConfig, "storedChains" | "cChainStart" | "xChainDag"> {
  const named = raw.get("follow-chains").split(",").map(chainOf);
  const repeated = named.find((name, index) => named.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new ConfigError(
      `--follow-chains lists ${repeated} more than once: name each chain once, such as ${[...new Set(named)].join()}`,
    );
  }
  if (!named.includes("P")) {
    throw new ConfigError(
      `--follow-chains must include P, whose validators attest the other chains: --follow-chains=P,${named.join(",")}`,
    );
  }
  if (raw.isSet("c-chain-start") && !named.includes("C")) {
    throw new ConfigError("--c-chain-start needs C in --follow-chains");
  }
  const xChainDag = raw.get("x-chain-dag");
  if (xChainDag && !named.includes("X")) {
    throw new ConfigError("--x-chain-dag needs X in --follow-chains");
  }
  return {
    xChainDag,
    storedChains: (["X", "C"] as const).filter((name) => named.includes(name)),
    cChainStart: startOf(raw.get("c-chain-start")),
  };
}

function chainOf(text: string): ChainName {
  const name = chains.find((chain) => chain === text.trim().toUpperCase());
  if (name !== undefined) return name;
  throw new ConfigError(
    `--follow-chains must list P, X and C, such as P,X,C, got ${JSON.stringify(text.trim())}`,
  );
}

/** Heights have 64 bits; SQLite numbers containers in 53. */
const heightMax = BigInt(Number.MAX_SAFE_INTEGER);

function startOf(text: string): bigint | "latest" {
  if (text.toLowerCase() === "latest") return "latest";
  const height = /^\d{1,16}$/.test(text) ? BigInt(text) : undefined;
  if (height !== undefined && height <= heightMax) return height;
  throw new ConfigError(`--c-chain-start must be latest or a height, got ${JSON.stringify(text)}`);
}
