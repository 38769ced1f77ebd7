import { describe, expect, it } from "vitest";
import {
  defaultHardforks,
  hardforkAt,
  hardforks,
  upgradesOf,
} from "../../../src/networks/hardfork.ts";
import {
  defaultUpgrades,
  fujiUpgrades,
  mainnetUpgrades,
  never,
} from "../../../src/networks/upgrades.ts";

const genesisTime = 1_721_016_000n;

describe("the upgrades of a hardfork", () => {
  it.each(hardforks)("are active up to %s, and never after it", (name) => {
    const upgrades = upgradesOf(name);
    expect(hardforkAt(genesisTime, upgrades)).toBe(name);
    expect(hardforkAt(never - 1n, upgrades)).toBe(name);
  });

  it("are by default those of AvalancheGo's local network, which has Helicon since v1.15.1", () => {
    const { banff } = defaultUpgrades;
    expect(upgradesOf(defaultHardforks.newest)).toEqual({ ...defaultUpgrades, helicon: banff });
    expect(upgradesOf("granite")).toEqual(defaultUpgrades);
  });
});

it.each([
  ["apricot", mainnetUpgrades.banff - 1n, mainnetUpgrades],
  ["banff", mainnetUpgrades.banff, mainnetUpgrades],
  ["granite", mainnetUpgrades.granite, mainnetUpgrades],
  ["helicon", mainnetUpgrades.helicon, mainnetUpgrades],
  ["granite", fujiUpgrades.helicon - 1n, fujiUpgrades],
  ["helicon", fujiUpgrades.helicon, fujiUpgrades],
])("the hardfork is %s at %d", (name, time, upgrades) => {
  expect(hardforkAt(time, upgrades)).toBe(name);
});
