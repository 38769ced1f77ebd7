import { emptyId } from "../formats/bytes.ts";
import { parseGoJson } from "../formats/go-json.ts";
import { GoObject } from "../formats/go-object.ts";
import { formatId, parseId } from "../formats/id.ts";
import { formatTime, parseTime } from "../formats/time.ts";
import type { Upgrades } from "./network.ts";
import type { Release } from "./release.ts";

/** The time of upgrades that are not scheduled. */
export const never = parseTime("9999-12-01T00:00:00Z");

/** avalanchego upgrade/upgrade.go @ v1.15.0 */
export const mainnetUpgrades: Upgrades = {
  apricotPhase1: parseTime("2021-03-31T14:00:00Z"),
  apricotPhase2: parseTime("2021-05-10T11:00:00Z"),
  apricotPhase3: parseTime("2021-08-24T14:00:00Z"),
  apricotPhase4: parseTime("2021-09-22T21:00:00Z"),
  apricotPhase4MinPChainHeight: 793_005n,
  apricotPhase5: parseTime("2021-12-02T18:00:00Z"),
  apricotPhasePre6: parseTime("2022-09-05T01:30:00Z"),
  apricotPhase6: parseTime("2022-09-06T20:00:00Z"),
  apricotPhasePost6: parseTime("2022-09-07T03:00:00Z"),
  banff: parseTime("2022-10-18T16:00:00Z"),
  cortina: parseTime("2023-04-25T15:00:00Z"),
  cortinaXChainStopVertexID: "jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga",
  durango: parseTime("2024-03-06T16:00:00Z"),
  etna: parseTime("2024-12-16T17:00:00Z"),
  fortuna: parseTime("2025-04-08T15:00:00Z"),
  granite: parseTime("2025-11-19T16:00:00Z"),
  graniteEpochDurationNanos: 300_000_000_000n,
  helicon: parseTime("2026-09-22T15:00:00Z"),
};

export const fujiUpgrades: Upgrades = {
  apricotPhase1: parseTime("2021-03-26T14:00:00Z"),
  apricotPhase2: parseTime("2021-05-05T14:00:00Z"),
  apricotPhase3: parseTime("2021-08-16T19:00:00Z"),
  apricotPhase4: parseTime("2021-09-16T21:00:00Z"),
  apricotPhase4MinPChainHeight: 47_437n,
  apricotPhase5: parseTime("2021-11-24T15:00:00Z"),
  apricotPhasePre6: parseTime("2022-09-06T20:00:00Z"),
  apricotPhase6: parseTime("2022-09-06T20:00:00Z"),
  apricotPhasePost6: parseTime("2022-09-07T06:00:00Z"),
  banff: parseTime("2022-10-03T14:00:00Z"),
  cortina: parseTime("2023-04-06T15:00:00Z"),
  cortinaXChainStopVertexID: "2D1cmbiG36BqQMRyHt4kFhWarmatA1ighSpND3FeFgz3vFVtCZ",
  durango: parseTime("2024-02-13T16:00:00Z"),
  etna: parseTime("2024-11-25T16:00:00Z"),
  fortuna: parseTime("2025-03-13T15:00:00Z"),
  granite: parseTime("2025-10-29T15:00:00Z"),
  graniteEpochDurationNanos: 300_000_000_000n,
  helicon: parseTime("2026-07-28T15:00:00Z"),
};

const initiallyActive = parseTime("2020-12-05T05:00:00Z");

/** On all other networks these are active before genesis. */
export const defaultUpgrades: Upgrades = {
  apricotPhase1: initiallyActive,
  apricotPhase2: initiallyActive,
  apricotPhase3: initiallyActive,
  apricotPhase4: initiallyActive,
  apricotPhase4MinPChainHeight: 0n,
  apricotPhase5: initiallyActive,
  apricotPhasePre6: initiallyActive,
  apricotPhase6: initiallyActive,
  apricotPhasePost6: initiallyActive,
  banff: initiallyActive,
  cortina: initiallyActive,
  cortinaXChainStopVertexID: "11111111111111111111111111111111LpoYY",
  durango: initiallyActive,
  etna: initiallyActive,
  fortuna: initiallyActive,
  granite: initiallyActive,
  graniteEpochDurationNanos: 30_000_000_000n,
  helicon: never,
};

type TimeName = Exclude<
  keyof Upgrades,
  "apricotPhase4MinPChainHeight" | "cortinaXChainStopVertexID" | "graniteEpochDurationNanos"
>;

/** The upgrades that have a time, in order. */
export const upgradeTimes = [
  "apricotPhase1",
  "apricotPhase2",
  "apricotPhase3",
  "apricotPhase4",
  "apricotPhase5",
  "apricotPhasePre6",
  "apricotPhase6",
  "apricotPhasePost6",
  "banff",
  "cortina",
  "durango",
  "etna",
  "fortuna",
  "granite",
  "helicon",
] as const satisfies readonly TimeName[];

/** The upgrades after Etna, which v1.12 does not know. */
type LaterName = "fortuna" | "granite" | "helicon";

/** Upgrades as in info.upgrades and in an upgrade file, with their keys in order. */
export type UpgradesJson = {
  readonly [name in Exclude<TimeName, LaterName> as `${name}Time`]: string;
} & { readonly [name in LaterName as `${name}Time`]?: string } & {
  readonly apricotPhase4MinPChainHeight: bigint;
  readonly cortinaXChainStopVertexID: string;
  /** Nanoseconds. */
  readonly graniteEpochDuration?: bigint;
};

/** With the upgrades after Etna if the release knows them. */
export function formatUpgrades(upgrades: Upgrades, release: Pick<Release, "name">): UpgradesJson {
  return {
    apricotPhase1Time: formatTime(upgrades.apricotPhase1),
    apricotPhase2Time: formatTime(upgrades.apricotPhase2),
    apricotPhase3Time: formatTime(upgrades.apricotPhase3),
    apricotPhase4Time: formatTime(upgrades.apricotPhase4),
    apricotPhase4MinPChainHeight: upgrades.apricotPhase4MinPChainHeight,
    apricotPhase5Time: formatTime(upgrades.apricotPhase5),
    apricotPhasePre6Time: formatTime(upgrades.apricotPhasePre6),
    apricotPhase6Time: formatTime(upgrades.apricotPhase6),
    apricotPhasePost6Time: formatTime(upgrades.apricotPhasePost6),
    banffTime: formatTime(upgrades.banff),
    cortinaTime: formatTime(upgrades.cortina),
    cortinaXChainStopVertexID: upgrades.cortinaXChainStopVertexID,
    durangoTime: formatTime(upgrades.durango),
    etnaTime: formatTime(upgrades.etna),
    ...(release.name === "newest" && {
      fortunaTime: formatTime(upgrades.fortuna),
      graniteTime: formatTime(upgrades.granite),
      graniteEpochDuration: upgrades.graniteEpochDurationNanos,
      heliconTime: formatTime(upgrades.helicon),
    }),
  };
}

/**
 * The content of an upgrade file, read as Go reads it. A missing time is the first second of the year 1, as in Go, and
 * unknown members are ignored. Throws FormatError.
 */
export function parseUpgrades(json: Uint8Array): Upgrades {
  const members = new GoObject([parseGoJson(json)], "upgrades");
  const time = (name: TimeName) => members.parsed(`${name}Time`, parseTime) ?? firstSecondOfGo;
  return {
    apricotPhase1: time("apricotPhase1"),
    apricotPhase2: time("apricotPhase2"),
    apricotPhase3: time("apricotPhase3"),
    apricotPhase4: time("apricotPhase4"),
    apricotPhase4MinPChainHeight: members.uint64("apricotPhase4MinPChainHeight"),
    apricotPhase5: time("apricotPhase5"),
    apricotPhasePre6: time("apricotPhasePre6"),
    apricotPhase6: time("apricotPhase6"),
    apricotPhasePost6: time("apricotPhasePost6"),
    banff: time("banff"),
    cortina: time("cortina"),
    cortinaXChainStopVertexID: formatId(
      members.parsed("cortinaXChainStopVertexID", parseId) ?? emptyId,
    ),
    durango: time("durango"),
    etna: time("etna"),
    fortuna: time("fortuna"),
    granite: time("granite"),
    graniteEpochDurationNanos: members.int64("graniteEpochDuration"),
    helicon: time("helicon"),
  };
}

const firstSecondOfGo = parseTime("0001-01-01T00:00:00Z");
