import { lastUnixSecond } from "../formats/time.ts";
import { firstLocalStartTime } from "../networks/local.ts";
import type { LocalConfig } from "../node/node-config.ts";
import { ConfigError } from "./flag-types.ts";
import type { FlagName } from "./flags.ts";
import type { RawConfig } from "./raw-config.ts";

const navaxPerAvax = 10n ** 9n;
const accountsMax = 1000;
const stakersMax = 5000;

/** In AVAX: the supply cap of 720 million, less what the genesis allocates otherwise. */
const fundsMaxAvax = 380_000_000n;

const accountFlags = ["accounts", "balance", "stakers"] as const satisfies readonly FlagName[];

/** How a local chain starts and ends. Throws ConfigError. */
export function localConfig(raw: RawConfig, standardRules: boolean): LocalConfig {
  const given = [...accountFlags, "timestamp", "state"] as const;
  const misplaced = standardRules ? given.find((name) => raw.isSet(name)) : undefined;
  if (misplaced !== undefined) throw new ConfigError(`--${misplaced} is for a local network`);
  const timestamp = raw.get("timestamp");
  if (timestamp !== 0n && timestamp < firstLocalStartTime) {
    throw new ConfigError(
      `--timestamp must be at least ${firstLocalStartTime}, the earliest start of the local genesis, got ${timestamp}`,
    );
  }
  if (timestamp > lastUnixSecond) {
    throw new ConfigError(
      `--timestamp must be at most ${lastUnixSecond}, the end of the year 9999, in seconds, got ${timestamp}`,
    );
  }
  return {
    stateFile: raw.get("state") === "" ? undefined : raw.get("state"),
    timestamp: timestamp === 0n ? undefined : timestamp,
    ...accountConfig(raw),
  };
}

function accountConfig(
  raw: RawConfig,
): Pick<LocalConfig, "genesis" | "accountCount" | "balanceNavax"> {
  const hasOwnGenesis = raw.isSet("genesis-file") || raw.isSet("genesis-file-content");
  if (hasOwnGenesis && accountFlags.some((name) => raw.isSet(name))) {
    throw new ConfigError("--accounts, --balance and --stakers have no effect with a genesis file");
  }
  const accountCount = raw.get("accounts");
  const balanceAvax = raw.get("balance");
  const stakerCount = raw.get("stakers");
  if (accountCount < 1 || accountCount > accountsMax) {
    throw new ConfigError(`--accounts must be 1 to ${accountsMax}, got ${accountCount}`);
  }
  if (stakerCount < 1 || stakerCount > stakersMax) {
    throw new ConfigError(`--stakers must be 1 to ${stakersMax}, got ${stakerCount}`);
  }
  if (BigInt(accountCount) * balanceAvax > fundsMaxAvax) {
    throw new ConfigError(
      `--accounts times --balance must be at most ${fundsMaxAvax} AVAX, got ${accountCount} times ${balanceAvax}: choose a smaller --balance`,
    );
  }
  const balanceNavax = balanceAvax * navaxPerAvax;
  const changesGenesis = raw.isSet("balance") || raw.isSet("stakers");
  return {
    accountCount: hasOwnGenesis ? 1 : accountCount,
    balanceNavax,
    genesis: changesGenesis
      ? { balanceNavax: raw.isSet("balance") ? balanceNavax : undefined, stakerCount }
      : undefined,
  };
}
