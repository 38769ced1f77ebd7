import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeConfig } from "../src/cli/config.ts";
import { readRawConfig } from "../src/cli/raw-config.ts";
import { configuredNetwork } from "../src/node/chain/configured-network.ts";
import { openChain } from "../src/node/chain/open-chain.ts";
import { type ObservatoryOptions, ValidatorObservatory } from "../src/node/follow/observatory.ts";
import { type Staker, stakerPriorities } from "../src/pchain/state/staker.ts";
import type { ObservedTotals } from "../src/store/observatory/observed-hour.ts";

/** About as many as mainnet has. */
const validatorCount = 930;
const delegatorCount = 60_000;
const lookMs = 30_000;
const dayMs = 86_400_000;

export type ObservatoryFigures = {
  readonly validators: number;
  readonly days: number;
  /** CPU time of this process, as a share of one core of the simulated time. */
  readonly coreShare: number;
  /** Growth of the store's file, for a year. */
  readonly bytesPerYear: number;
  /** Of a validator's term of that many days. */
  readonly readMicros: number;
};

/**
 * Watches validators for some simulated days on a store on disk. Each is away for some hours, and every tenth restarts daily
 * with another version.
 */
export async function measureObservatory(days: number): Promise<ObservatoryFigures> {
  const directory = mkdtempSync(join(tmpdir(), "couloir-observatory-"));
  const flags = [`--stakers=${validatorCount}`, `--data-dir=${directory}`];
  const config = nodeConfig(await readRawConfig(flags, {}));
  const nowSeconds = BigInt(Math.floor(Date.now() / 1000));
  const { store, close } = await openChain(config, configuredNetwork(config), nowSeconds, false);
  const startMs = Math.floor(Number(nowSeconds) / 86_400) * dayMs;
  let nowMs = startMs;
  const validators = [...store.state.currentStakers()];
  const delegators = Array.from({ length: delegatorCount }, (_, index): Staker => {
    const validator = validators[index % validators.length]!;
    return { ...validator, priority: stakerPriorities.primaryDelegatorCurrent };
  });
  const stakers = [...validators, ...delegators];
  const options: ObservatoryOptions = {
    following: () => ({
      isBootstrapped: () => true,
      peers: () => peersAt(validators, nowMs, startMs),
      traffic: () => ({}) as never,
      reportedUptimes: async () => new Map(),
    }),
    store: {
      observatory: store.observatory,
      state: { currentStakers: () => stakers } as never,
      together: (work) => store.together(work),
    },
    clock: { nowMillis: () => nowMs },
    retentionMs: 2 * 365 * dayMs,
    onError: (error) => {
      throw error;
    },
  };
  const observatory = new ValidatorObservatory(options);
  const pages = () => Number(store.database().pragma("page_count", { simple: true }));
  const pageBytes = Number(store.database().pragma("page_size", { simple: true }));
  const before = pages();
  const cpu = process.cpuUsage();
  for (; nowMs <= startMs + days * dayMs; nowMs += lookMs) observatory.look();
  observatory.stop();
  const { user, system } = process.cpuUsage(cpu);
  const grown = (pages() - before) * pageBytes;
  const readMicros = measureReading(() =>
    store.observatory.totals(validators[7]!.nodeID, startMs / 1000, nowMs / 1000),
  );
  await close();
  rmSync(directory, { recursive: true });
  return {
    validators: validators.length,
    days,
    coreShare: (user + system) / (days * dayMs * 1000),
    bytesPerYear: (grown / days) * 365,
    readMicros,
  };
}

function peersAt(validators: readonly Staker[], nowMs: number, startMs: number) {
  const hour = Math.floor(nowMs / 3_600_000);
  return validators.flatMap(({ nodeID }, index) => {
    if ((hour + index) % 97 === 0) return [];
    const restarts = index % 10 === 0;
    const connectedMs = restarts ? startMs + Math.floor((nowMs - startMs) / dayMs) * dayMs : 0;
    return [
      {
        nodeID,
        connectedMs,
        roundTripMs: 10 + (index % 200),
        version: `avalanchego/1.15.${restarts ? hour % 5 : 0}`,
        upgradeTime: 1_800_000_000n,
      } as never,
    ];
  });
}

function measureReading(read: () => ObservedTotals | undefined): number {
  const runs = 200;
  const began = performance.now();
  let found = 0;
  for (let run = 0; run < runs; run++) found += read()?.observedSeconds ?? 0;
  if (found === 0) throw new Error("nothing was observed");
  return (1000 * (performance.now() - began)) / runs;
}
