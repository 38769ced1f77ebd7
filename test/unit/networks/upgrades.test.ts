import { describe, expect, it } from "vitest";
import { formatJson } from "../../../src/formats/json.ts";
import { releases } from "../../../src/networks/release.ts";
import {
  defaultUpgrades,
  formatUpgrades,
  fujiUpgrades,
  mainnetUpgrades,
  parseUpgrades,
} from "../../../src/networks/upgrades.ts";

const mainnetJson =
  '{"apricotPhase1Time":"2021-03-31T14:00:00Z","apricotPhase2Time":"2021-05-10T11:00:00Z",' +
  '"apricotPhase3Time":"2021-08-24T14:00:00Z","apricotPhase4Time":"2021-09-22T21:00:00Z",' +
  '"apricotPhase4MinPChainHeight":793005,"apricotPhase5Time":"2021-12-02T18:00:00Z",' +
  '"apricotPhasePre6Time":"2022-09-05T01:30:00Z","apricotPhase6Time":"2022-09-06T20:00:00Z",' +
  '"apricotPhasePost6Time":"2022-09-07T03:00:00Z","banffTime":"2022-10-18T16:00:00Z",' +
  '"cortinaTime":"2023-04-25T15:00:00Z",' +
  '"cortinaXChainStopVertexID":"jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga",' +
  '"durangoTime":"2024-03-06T16:00:00Z","etnaTime":"2024-12-16T17:00:00Z"}';

const read = (json: unknown) => parseUpgrades(Buffer.from(formatJson(json)));

describe("upgrades", () => {
  it("after Etna follow in the newest release", () => {
    expect(formatJson(formatUpgrades(fujiUpgrades, releases.newest))).toContain(
      '"etnaTime":"2024-11-25T16:00:00Z","fortunaTime":"2025-03-13T15:00:00Z",' +
        '"graniteTime":"2025-10-29T15:00:00Z","graniteEpochDuration":300000000000,' +
        '"heliconTime":"2026-07-28T15:00:00Z"}',
    );
  });

  it("of mainnet are written as info.upgrades shows them", () => {
    expect(formatJson(formatUpgrades(mainnetUpgrades, releases["avalanchego-1.12"]))).toBe(
      mainnetJson,
    );
  });

  it.each([mainnetUpgrades, fujiUpgrades, defaultUpgrades])("are read as written", (upgrades) => {
    expect(read(formatUpgrades(upgrades, releases.newest))).toEqual(upgrades);
  });

  it("that are missing have been active since the year 1", () => {
    const { apricotPhase1, apricotPhase4MinPChainHeight, etna, cortinaXChainStopVertexID } = read({
      etnaTime: "2024-08-18T02:00:00.5+02:00",
      banana: 5,
    });
    expect(apricotPhase1).toBe(-62_135_596_800n);
    expect(apricotPhase4MinPChainHeight).toBe(0n);
    expect(cortinaXChainStopVertexID).toBe("11111111111111111111111111111111LpoYY");
    expect(etna).toBe(1_723_939_200n);
  });

  it("are read as Go reads JSON", () => {
    const text = '{"ETNATIME":"2024-01-01T00:00:00Z","etnaTime":null,"graniteEpochDuration":-5}';
    const { etna, graniteEpochDurationNanos } = parseUpgrades(Buffer.from(text));
    expect(etna).toBe(1_704_067_200n);
    expect(graniteEpochDurationNanos).toBe(-5n);
    expect(read(null)).toEqual(read({}));
    const repeated = '{"etnaTime":"tomorrow","etnaTime":"2024-01-01T00:00:00Z"}';
    expect(() => parseUpgrades(Buffer.from(repeated))).toThrow();
  });

  it.each([
    [],
    "x",
    { etnaTime: 5 },
    { etnaTime: "tomorrow" },
    { apricotPhase4MinPChainHeight: -1 },
    { apricotPhase4MinPChainHeight: "1" },
    { cortinaXChainStopVertexID: "x" },
    { cortinaXChainStopVertexID: 1 },
    { graniteEpochDuration: 1.5 },
  ])("refuse %j", (json) => {
    expect(() => read(json)).toThrow();
  });
});
