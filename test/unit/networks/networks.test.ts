import { describe, expect, it } from "vitest";
import { formatId } from "../../../src/formats/id.ts";
import {
  avmID,
  evmID,
  nftFxID,
  platformVmID,
  propertyFxID,
  secp256k1FxID,
} from "../../../src/networks/chains.ts";
import {
  findNetwork,
  hasFixedGenesis,
  isProductionNetwork,
} from "../../../src/networks/find-network.ts";
import localGenesis from "../../../src/networks/genesis/local.json" with { type: "json" };
import { networkHrp, networkName, parseNetworkID } from "../../../src/networks/ids.ts";
import { recentStartTime } from "../../../src/networks/local.ts";

describe("network names", () => {
  it.each([
    ["mainnet", 1],
    ["Mainnet", 1],
    ["fuji", 5],
    ["testnet", 5],
    ["local", 12345],
    ["testing", 10],
    ["network-1", 1],
    ["network-9999", 9999],
    ["4294967295", 4294967295],
  ])("%s is network %i", (text, id) => {
    expect(parseNetworkID(text)).toBe(id);
    expect(findNetwork(text).id).toBe(id);
  });

  it.each(["", "nowhere", "network-", "-1", "+1", "1.5", "4294967296", "network-x", " 1"])(
    "%j is none",
    (text) => {
      expect(() => parseNetworkID(text)).toThrow(
        `failed to parse network name: ${JSON.stringify(text)}`,
      );
    },
  );

  it("names networks and their addresses", () => {
    expect([1, 2, 5, 10, 12345, 1337].map(networkName)).toEqual([
      "mainnet",
      "cascade",
      "fuji",
      "testing",
      "local",
      "network-1337",
    ]);
    expect([1, 2, 5, 10, 12345, 1337].map(networkHrp)).toEqual([
      "avax",
      "cascade",
      "fuji",
      "testing",
      "local",
      "custom",
    ]);
  });
});

describe("findNetwork", () => {
  it("gives a network without parameters those of the local one", () => {
    const { id, name, hrp, ...parameters } = findNetwork(1337);
    const {
      id: localID,
      name: localName,
      hrp: localHrp,
      ...localParameters
    } = findNetwork("local");
    expect([id, name, hrp]).toEqual([1337, "network-1337", "custom"]);
    expect([localID, localName, localHrp]).toEqual([12345, "local", "local"]);
    expect(parameters).toEqual(localParameters);
  });

  it("knows which networks may not be changed", () => {
    expect([1, 5, 12345, 1337].map(isProductionNetwork)).toEqual([true, true, false, false]);
    expect([1, 5, 12345, 1337].map(hasFixedGenesis)).toEqual([true, true, true, false]);
  });
});

describe("recentStartTime", () => {
  const first = BigInt(localGenesis.startTime);

  it.each([
    [0n, first],
    [first, first],
    [1_744_343_999n, first],
    [1_744_344_000n, 1_744_344_000n],
    [1_767_672_001n, 1_767_672_000n],
    [1_791_000_000n, 1_791_000_000n],
  ])("at %i is %i", (now, expected) => {
    expect(recentStartTime(now)).toBe(expected);
  });
});

describe("IDs of virtual machines and feature extensions", () => {
  it("are what info.getVMs shows", () => {
    const ids = [platformVmID, avmID, evmID, secp256k1FxID, nftFxID, propertyFxID];
    expect(ids.map(formatId)).toEqual([
      "rWhpuQPF1kb72esV2momhMuTYGkEb1oL29pt2EBXWmSy4kxnT",
      "jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq",
      "mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6",
      "spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ",
      "qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT",
      "rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy",
    ]);
  });
});
