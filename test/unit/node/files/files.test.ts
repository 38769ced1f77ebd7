import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf } from "../../../../src/formats/bytes.ts";
import { formatId } from "../../../../src/formats/id.ts";
import { findNetwork } from "../../../../src/networks/find-network.ts";
import { readAliases } from "../../../../src/node/chain/aliases.ts";
import { configuredNetwork } from "../../../../src/node/chain/configured-network.ts";
import { nodeGenesis } from "../../../../src/node/chain/genesis.ts";
import { readGenesis } from "../../../../src/node/chain/genesis-json.ts";
import { PublicIp } from "../../../../src/node/identity/public-ip.ts";
import { stakingAddress } from "../../../../src/node/identity/staking-address.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";

const text = (content: string) => ({ content: new TextEncoder().encode(content) });
const nowSeconds = 1_734_723_885n;

function file(content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "couloir-file-")), "file.json");
  writeFileSync(path, content);
  return path;
}

describe("readGenesis", () => {
  it.each([
    [1, "fixed"],
    [5, "fixed"],
    [12345, "template"],
    [99999, "template"],
  ])("of network %d is %s", async (networkID, origin) => {
    const genesis = await readGenesis(networkID, undefined);
    expect(genesis.origin).toBe(origin);
    expect(JSON.parse(Buffer.from(genesis.json).toString())).toHaveProperty("allocations");
  });

  it.each([
    [1, "mainnet"],
    [5, "fuji"],
    [12345, "local"],
  ])("of network %d may not be replaced", async (networkID, name) => {
    await expect(readGenesis(networkID, text("{}"))).rejects.toThrow(
      `unable to load genesis file: overrides standard network genesis config: ${name}`,
    );
  });

  it("is the user's for another network, and has to be there", async () => {
    expect(await readGenesis(7, text("{}"))).toEqual({
      json: new TextEncoder().encode("{}"),
      origin: "given",
    });
    await expect(readGenesis(7, { path: "/nowhere", required: true })).rejects.toThrow(
      "unable to load genesis file: file does not exist: /nowhere",
    );
  });
});

describe("nodeGenesis", () => {
  const own = findNetwork(99999);

  it("starts a custom network with the genesis of local", async () => {
    const { context } = await nodeGenesis({ genesis: undefined }, own, nowSeconds);
    expect(context.network.id).toBe(99999);
    const local = await nodeGenesis({ genesis: undefined }, findNetwork("local"), nowSeconds);
    expect(formatId(local.context.xChainID)).toBe(
      "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed",
    );
    expect(formatId(context.xChainID)).not.toBe(formatId(local.context.xChainID));
  });

  it("checks the user's", async () => {
    const { json } = await readGenesis(12345, undefined);
    const genesis = { ...JSON.parse(Buffer.from(json).toString()), networkID: 99999 };
    const load = (changes: object) =>
      nodeGenesis({ genesis: text(JSON.stringify({ ...genesis, ...changes })) }, own, nowSeconds);
    await load({});
    await expect(load({ networkID: 5 })).rejects.toThrow(
      "unable to load genesis file: genesis config validation failed: conflicting networkIDs: expected 99999 but config contains 5",
    );
    await expect(load({ startTime: 99999999999 })).rejects.toThrow(
      "startTime cannot be in the fut",
    );
    await expect(nodeGenesis({ genesis: text("{") }, own, nowSeconds)).rejects.toThrow(
      "unable to load genesis file: ",
    );
  });
});

describe("configuredNetwork", () => {
  const upgrades = text('{"etnaTime":"2024-12-20T19:44:45Z"}');

  it("accepts rules and upgrades of a custom network", () => {
    const network = configuredNetwork({ networkID: 99999, rules: undefined, upgrades });
    expect(network.upgrades.etna).toBe(nowSeconds);
    const { staking, staticFees, dynamicFees, validatorFees } = findNetwork(5);
    const rules = { staking, staticFees, dynamicFees, validatorFees };
    expect(configuredNetwork({ networkID: 7, rules, upgrades: undefined }).staking).toBe(staking);
  });

  it("rejects upgrades of known networks and invalid upgrade files", () => {
    expect(() => configuredNetwork({ networkID: 5, rules: undefined, upgrades })).toThrow(
      "cannot configure upgrades for networkID: fuji",
    );
    expect(() =>
      configuredNetwork({ networkID: 7, rules: undefined, upgrades: text("[") }),
    ).toThrow("unable to unmarshal upgrade bytes: ");
  });
});

describe("readAliases", () => {
  const id = "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed";

  it("reads a map of IDs to names, from a file or as content", () => {
    const content = `{"${id}":["exchange","x"]}`;
    for (const source of [text(content), { path: file(content), required: true }]) {
      const aliases = readAliases("chain", source);
      expect([...aliases.values()]).toEqual([["exchange", "x"]]);
      expect([...aliases.keys()].map(String)[0]).toHaveLength(32);
    }
    expect(readAliases("vm", text("{}")).has(keyOf(new Uint8Array(32)))).toBe(false);
  });

  it("has none where nobody named a file", () => {
    expect(readAliases("vm", { path: "/nowhere", required: false }).size).toBe(0);
  });

  it.each([
    [{ path: "/nowhere", required: true }, "file does not exist: /nowhere"],
    [text("{"), "unmarshalling failed on vm aliases: "],
    [text("[]"), "unmarshalling failed on vm aliases: expected an object"],
    [text('{"x":["a"]}'), "unmarshalling failed on vm aliases: "],
    [text(`{"${id}":"a"}`), "unmarshalling failed on vm aliases: expected a list of names"],
  ])("refuses %j", (source, message) => {
    expect(() => readAliases("vm", source)).toThrow(message);
  });
});

describe("addresses", () => {
  const nothing = { service: undefined, frequencyMs: 300_000 };

  it("returns the public address with the staking port", () => {
    expect(new PublicIp({ address: undefined, ...nothing }, silentLog).withPort(9651)).toBe(
      "127.0.0.1:9651",
    );
    expect(new PublicIp({ address: "2001:db8::1", ...nothing }, silentLog).withPort(1)).toBe(
      "[2001:db8::1]:1",
    );
    expect(() => new PublicIp({ address: "example.org", ...nothing }, silentLog)).toThrow(
      'invalid public IP address "example.org"',
    );
  });

  it("chooses a free staking port for 0", async () => {
    expect(await stakingAddress("", 9651)).toEqual({ port: 9651, text: "[::]:9651" });
    const free = await stakingAddress("127.0.0.1", 0);
    expect(free.port).toBeGreaterThan(0);
    expect(free.text).toBe(`127.0.0.1:${free.port}`);
  });
});
