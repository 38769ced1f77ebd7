import { describe, expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import { search } from "../../../playground/search/rank.ts";
import { searchIndex, wordsOf } from "../../../playground/search/search-index.ts";
import { packedContract } from "../../../scripts/build-site.ts";

const contract = contractOf(await packedContract(), "spec");
const index = searchIndex(contract);
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
