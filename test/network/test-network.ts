import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatAddress, parseAddress } from "../../src/formats/address.ts";
import { formatJson } from "../../src/formats/json.ts";
import localGenesis from "../../src/networks/genesis/local.json" with { type: "json" };
import { localID, networkHrp } from "../../src/networks/ids.ts";
import type { Upgrades } from "../../src/networks/network.ts";
import { releases } from "../../src/networks/release.ts";
import { defaultUpgrades, formatUpgrades } from "../../src/networks/upgrades.ts";

/** The network that AvalancheGo and Couloir run. */
export type TestNetwork = {
  readonly id: number;
  readonly upgrades: Upgrades;
  /** Of every node. */
  readonly flags: readonly string[];
  /** Of Couloir only. */
  readonly couloirFlags: readonly string[];
  /** Removes its files. */
  readonly remove: () => Promise<void>;
};

/** Short periods let stakers end while the checks run. */
const minStakeDuration = "--min-stake-duration=20s";

/** Network `local`, which has no Helicon in AvalancheGo v1.14.2 to v1.15.0. */
export const localNetwork: TestNetwork = {
  id: localID,
  upgrades: defaultUpgrades,
  flags: ["--network-id=local", minStakeDuration],
  couloirFlags: ["--hardfork=granite"],
  remove: async () => {},
};

export const customID = 1337;

/** Validators are bound to a longer period once Helicon is active, and blocks of the maximum size come every two seconds. */
export const heliconMinStakeSeconds = 30n;
export const gasPerSecond = 500_000n;

/**
 * A network with the allocations and the five validators of `local`, and with Helicon at a time in Unix seconds.
 */
export async function heliconNetwork(helicon: bigint): Promise<TestNetwork> {
  const folder = await mkdtemp(join(tmpdir(), "couloir-helicon-"));
  const upgrades = { ...defaultUpgrades, graniteEpochDurationNanos: 5_000_000_000n, helicon };
  const upgradeFile = join(folder, "upgrade.json");
  await writeFile(upgradeFile, formatJson(formatUpgrades(upgrades, releases.newest)));
  const genesisFile = join(folder, "genesis.json");
  await writeFile(genesisFile, JSON.stringify(customGenesis(5)));
  const flags = [
    `--network-id=${customID}`,
    `--genesis-file=${genesisFile}`,
    `--upgrade-file=${upgradeFile}`,
    minStakeDuration,
    `--helicon-min-stake-duration=${heliconMinStakeSeconds}s`,
    `--dynamic-fees-max-gas-per-second=${gasPerSecond}`,
    `--dynamic-fees-target-gas-per-second=${gasPerSecond / 2n}`,
  ];
  return {
    id: customID,
    upgrades,
    flags,
    couloirFlags: [],
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The allocations of `local` and the first of its validators. */
export function customGenesis(validators: number): object {
  const hrp = networkHrp(customID);
  const address = (text: string) => formatAddress("X", hrp, parseAddress(text).address);
  const { allocations, initialStakers, initialStakedFunds } = localGenesis;
  return {
    ...localGenesis,
    networkID: customID,
    startTime: Math.floor(Date.now() / 1000) - 60,
    allocations: allocations.map((each) => ({ ...each, avaxAddr: address(each.avaxAddr) })),
    initialStakedFunds: initialStakedFunds.map(address),
    initialStakers: initialStakers.slice(0, validators).map((each) => ({
      ...each,
      rewardAddress: address(each.rewardAddress),
    })),
  };
}
