import { describe, expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import { search } from "../../../playground/search/rank.ts";
import { searchIndex, wordsOf } from "../../../playground/search/search-index.ts";
import { additions, guideTexts, packedContract } from "../../../scripts/build-site.ts";

const contract = contractOf(await packedContract(), "spec");
const index = searchIndex(contract, additions(), guideTexts());
const first = (query: string) => search(index, query)[0]?.id;

describe("names", () => {
  test.each([
    ["platform.getL1Validator", ["platform", "get", "l1", "validator"]],
    ["platform.getRewardUTXOs", ["platform", "get", "reward", "utxos"]],
    ["info.getNodeIP", ["info", "get", "node", "ip"]],
    ["GET /ext/health", ["get", "ext", "health"]],
    ["-32602", ["32602"]],
  ])("%s is cut where a person would", (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });
});

describe("search", () => {
  test.each([
    ["platform.getBlock", "platform.getBlock"],
    ["getblock", "platform.getBlock"],
    ["get val at", "platform.getValidatorsAt"],
    ["gva", "platform.getValidatorsAt"],
    ["getutxos", "platform.getUTXOs"],
    ["current validators", "platform.getCurrentValidators"],
    ["sampleV", "platform.sampleValidators"],
    ["discover", "rpc.discover"],
    ["StartIndex", "StartIndex"],
    ["BlockNotFound", "BlockNotFound"],
    ["readiness", "health.readiness"],
    ["/ext/health/readiness", "GET/ext/health/readiness"],
    ["keystore api", "keystore"],
    ["event validator", "events.validator"],
    ["/ext/events", "GET/ext/events"],
  ])("%s finds %s first", (query, id) => {
    expect(first(query)).toBe(id);
  });

  test.each([
    ["time travel", "dev.increaseTime"],
    ["time tra", "dev.increaseTime"],
    ["reward", "platform.getRewardUTXOs"],
    ["rewards", "platform.getRewardUTXOs"],
    ["faucet", "dev.fund"],
    ["fee", "platform.getFeeState"],
    ["balance", "platform.getBalance"],
    ["websocket", "GET/ext/events"],
    ["create an L1", "platform.issueTx"],
    ["snapshot", "dev.snapshot"],
    ["history", "ledger.getTransactions"],
    ["forecast", "ledger.getL1Validators"],
    ["pending reward", "ledger.getRewards"],
  ])("the concept %s leads to %s first", (query, id) => {
    expect(first(query)).toBe(id);
  });

  test.each(["reward", "fee", "validator", "block", "stake"])(
    "%s finds methods before types and errors",
    (query) => {
      const kinds = search(index, query)
        .slice(0, 3)
        .map(({ kind }) => kind);
      expect(kinds).toEqual(["method", "method", "method"]);
    },
  );

  test.each([
    ["docker", "guide/operate"],
    ["prometheus", "guide/operate"],
    ["backup", "guide/operate"],
    ["container", "guide/index"],
    ["--staking-port docker", "guide/operate"],
  ])("%s, which only the text has, finds %s", (query, id) => {
    expect(search(index, query).map((each) => each.id)).toContain(id);
  });

  test("a guide is found by its title and its headings", () => {
    expect(first("test your dapp")).toBe("guide/test-your-dapp");
    expect(search(index, "take a snapshot").map(({ id }) => id)).toContain("guide/dev-node");
  });

  test("a param is found in its methods", () => {
    const found = search(index, "validatorsOnly").map(({ id }) => id);
    expect(found).toContain("platform.getStake");
  });

  test("a code is found in its errors", () => {
    expect(search(index, "-32601").map(({ id }) => id)).toContain("MethodNotFound");
  });

  test("every word must be found", () => {
    expect(search(index, "getBlock zebra")).toEqual([]);
  });

  test.each([
    ["blance", "platform.getBalance"],
    ["tiem travel", "dev.increaseTime"],
    ["rewrad", "platform.getRewardUTXOs"],
    ["valdator", "platform.getValidatorsAt"],
  ])("the mistyped %s finds %s", (query, id) => {
    expect(search(index, query).map((entry) => entry.id)).toContain(id);
  });

  test("nothing is found for nothing", () => {
    expect(search(index, "  ")).toEqual([]);
    expect(search(index, "…")).toEqual([]);
  });

  test("each entry leads to a place of its own, and is found by its name", () => {
    expect(new Set(index.map(({ id }) => id)).size).toBe(index.length);
    for (const { name, id, kind } of index) {
      const found = search(index, name).slice(0, 5);
      expect([kind, name, found.some((entry) => entry.id === id)]).toEqual([kind, name, true]);
    }
  });
});
