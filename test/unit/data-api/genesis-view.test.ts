import { expect, it } from "vitest";
import { evmChainIDOf, genesisView } from "../../../src/data-api/genesis-view.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const view = (value: unknown) => genesisView(bytesOf(JSON.stringify(value)));

/** As a wallet writes one for Subnet-EVM. */
const genesis = {
  config: {
    chainId: 43_113,
    feeConfig: { gasLimit: 12_000_000, targetBlockRate: 2, minBaseFee: 25_000_000_000 },
    warpConfig: { blockTimestamp: 1_704_000_000, requirePrimaryNetworkSigners: true },
    contractDeployerAllowListConfig: { adminAddresses: ["0x00"], blockTimestamp: 0 },
    ownPrecompileConfig: { blockTimestamp: 0 },
  },
  alloc: { "00": { balance: "0x52b7d2dcc80cd2e4000000", storage: { "0x0": "0x1" } } },
  gasLimit: "0xb71b00",
  timestamp: "0x0",
  baseFeePerGas: null,
};

it("shows the genesis of an EVM as an object, with members of its own", () => {
  expect(view(genesis)).toEqual(genesis);
  expect(view({ config: { chainId: 1 } })).toEqual({ config: { chainId: 1 } });
});

it.each([
  ["no configuration", { a: 69 }],
  ["no chain ID", { config: {} }],
  ["a member of another type", { ...genesis, gasLimit: 12_000_000 }],
  ["an account of another type", { ...genesis, alloc: { "00": { balance: 1 } } }],
  ["null where the SDK has none", { ...genesis, coinbase: null }],
])("shows JSON with %s as text", (_, value) => {
  expect(view(value)).toBe(JSON.stringify(value));
});

it("shows text that is not JSON as it is, and other bytes as hex", () => {
  expect(genesisView(bytesOf("{}}"))).toBe("{}}");
  expect(genesisView(bytesOf(""))).toBe("");
  expect(genesisView(Uint8Array.of(0xff, 0x01))).toBe("0xff01");
});

it("shows JSON that could not be written again as text", () => {
  const deep = `{"config":{"chainId":1},"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  expect(genesisView(bytesOf(deep))).toBe(deep);
  expect(evmChainIDOf(bytesOf(deep))).toBeUndefined();
});

it("keeps integers of any length", () => {
  const text = '{"config":{"chainId":1},"extra":123456789012345678901234567890}';
  expect(genesisView(bytesOf(text))).toMatchObject({ extra: 123456789012345678901234567890n });
});
