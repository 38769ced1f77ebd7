import { describe, expect, it } from "vitest";
import { formatJson, type JsonValue } from "../../../../src/formats/json.ts";
import { findNetwork, underRelease } from "../../../../src/networks/find-network.ts";
import { buildGenesis } from "../../../../src/pchain/genesis/build.ts";
import { type GenesisConfig, parseGenesisConfig } from "../../../../src/pchain/genesis/config.ts";
import { validateGenesisConfig } from "../../../../src/pchain/genesis/validate.ts";
import { readBundledConfig, readVectorConfig } from "./genesis-files.ts";

const config = readVectorConfig("small");
const network = findNetwork(1337);
const now = 1_800_000_000n;
const read = (json: JsonValue) => parseGenesisConfig(Buffer.from(formatJson(json)));

describe("parseGenesisConfig", () => {
  it("reads missing and null members as zero", () => {
    const empty = read({ networkID: null, unknown: 1 });
    expect(empty).toEqual({
      networkID: 0,
      allocations: [],
      startTime: 0n,
      initialStakeDuration: 0n,
      initialStakeDurationOffset: 0n,
      initialStakedFunds: [],
      initialStakers: [],
      cChainGenesis: "",
      message: "",
    });
  });

  it("keeps every digit of an amount", () => {
    const supply = readBundledConfig("mainnet.json.br").allocations.reduce(
      (sum, { initialAmount, unlockSchedule }) =>
        sum + unlockSchedule.reduce((locked, { amount }) => locked + amount, initialAmount),
      0n,
    );
    expect(supply).toBe(359_999_999_999_990_210n);
  });

  const allocation = {
    ethAddr: `0x${"00".repeat(20)}`,
    avaxAddr: "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
  };
  it.each<[string, JsonValue, string]>([
    ["no object", [], "could not unmarshal genesis JSON: genesis is not an object"],
    ["a text for a number", { networkID: "1" }, "genesis.networkID is not an integer"],
    ["a fraction", { startTime: 1.5 }, "genesis.startTime is not an integer"],
    ["a negative", { startTime: -1 }, "genesis.startTime is not an integer"],
    ["65 bits", { startTime: 2n ** 64n }, "genesis.startTime is not an integer"],
    ["33 bits", { networkID: 2 ** 32 }, "genesis.networkID is not an integer"],
    ["no array", { allocations: {} }, "genesis.allocations is not an array"],
    ["no objects", { allocations: [1] }, "genesis.allocations[0] is not an object"],
    ["no texts", { initialStakedFunds: [1] }, "genesis.initialStakedFunds[0] is not a text"],
    ["no text", { message: 1 }, "genesis.message is not a text"],
    ["a short Ethereum address", { allocations: [{ ethAddr: "0" }] }, "invalid eth address"],
    [
      "an Ethereum address of 1 byte",
      { allocations: [{ ethAddr: "0x00" }] },
      "unable to parse config: invalid hash length: expected 20 bytes but got 1",
    ],
    [
      "an address without a chain",
      { allocations: [{ ...allocation, avaxAddr: "x" }] },
      "unable to parse config: no separator found in address",
    ],
    [
      "a node ID without a prefix",
      { initialStakers: [{ nodeID: "x" }] },
      "unable to parse config: ID: x is missing the prefix: NodeID-",
    ],
    [
      "a public key of 1 byte",
      {
        initialStakers: [
          {
            nodeID: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
            rewardAddress: allocation.avaxAddr,
            signer: { publicKey: "0x00", proofOfPossession: "0x" },
          },
        ],
      },
      "unable to parse config: invalid hash length: expected 48 bytes but got 1",
    ],
  ])("refuses %s", (_what, json, message) => {
    expect(() => read(json)).toThrow(message);
  });
});

describe("validateGenesisConfig", () => {
  const validate = (changed: Partial<GenesisConfig>) => () =>
    validateGenesisConfig({ ...config, ...changed }, network, now);
  const noKey = { publicKey: new Uint8Array(48), proofOfPossession: new Uint8Array(96) };
  const stranger = new Uint8Array(20).fill(7);
  const [funded] = config.initialStakedFunds;

  it("accepts the genesis of a recorded history", () => {
    expect(validate({})).not.toThrow();
  });

  it.each<[Partial<GenesisConfig>, string]>([
    [{ networkID: 1 }, "conflicting networkIDs: expected 1337 but config contains 1"],
    [{ allocations: [] }, "initial supply must be > 0"],
    [
      {
        allocations: [1, 2].map(() => ({
          ...config.allocations[0]!,
          initialAmount: 2n ** 63n,
        })),
      },
      "unable to calculate initial supply: overflow",
    ],
    [{ startTime: now + 1n }, "startTime cannot be in the future: 2027-01-15 08:00:01 +0000 UTC"],
    [{ initialStakeDuration: 0n }, "initial stake duration must be > 0"],
    [
      { initialStakeDuration: 365n * 86_400n + 1n },
      "initial stake duration larger than maximum configured",
    ],
    [{ initialStakers: [] }, "initial stakers must be > 0"],
    [
      { initialStakeDurationOffset: config.initialStakeDuration },
      "initial stake duration is too low must be at least ",
    ],
    [
      { initialStakedFunds: [] },
      "initial staked funds validation failed: initial staked funds cannot be empty",
    ],
    [
      { initialStakedFunds: [funded!, funded!] },
      "initial staked funds validation failed: duplicate initially staked address: X-custom1",
    ],
    [
      { initialStakedFunds: [stranger] },
      "initial staked funds validation failed: no allocation to stake in address X-custom1",
    ],
    [
      { initialStakers: [{ ...config.initialStakers[0]!, signer: noKey }] },
      "couldn't decompress public key",
    ],
    [{ cChainGenesis: "" }, "C-Chain genesis cannot be empty"],
  ])("refuses change %#: %s", (changed, message) => {
    expect(validate(changed)).toThrow(message);
  });

  it("needs a locked nAVAX for each initial staker under the newest rules", () => {
    const allocations = config.allocations.map((allocation) => ({
      ...allocation,
      unlockSchedule: [],
    }));
    expect(validate({ allocations })).not.toThrow();
    const newest = underRelease(network, "newest");
    expect(() => validateGenesisConfig({ ...config, allocations }, newest, now)).toThrow(
      `total allocations locked amount is too low: 0 locked < ${config.initialStakers.length} stakers`,
    );
    expect(() => validateGenesisConfig(config, newest, now)).not.toThrow();
  });
});

describe("buildGenesis", () => {
  it("rejects stakers without stake, and those that end before they start", () => {
    const build = (changed: Partial<GenesisConfig>) => () =>
      buildGenesis({ ...config, ...changed });
    expect(build({ initialStakedFunds: [] })).toThrow("validator has not weight");
    expect(build({ initialStakeDuration: 0n })).toThrow("validator would have already unstaked");
  });
});
