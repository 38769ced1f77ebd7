import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/formats/json.ts";
import { compareAnswer, compareAsks, readAsk } from "../../../src/replay/compare-asks.ts";

const ask = (method: string, result: JsonValue, params: JsonValue = {}) => ({
  clock: 1,
  method: `platform.${method}`,
  params,
  result,
});

describe("compareAnswer", () => {
  it("finds another value, a missing error and another order", () => {
    const height = ask("getHeight", { height: "1" });
    expect(compareAnswer(height, { result: { height: "1" } })).toBeUndefined();
    expect(compareAnswer(height, { result: { height: "2" } })).toContain("result.height");
    expect(compareAnswer(height, { error: { code: -32000, message: "no" } })).toContain("error");
    const two = ask("getMinStake", { a: 1, b: 2 });
    expect(compareAnswer(two, { result: { b: 2, a: 1 } })).toBe("members in another order");
    const failed = { ...ask("getTx", null), result: undefined } as never;
    const error = { code: -32000, message: "couldn't get tx: not found" };
    expect(compareAnswer({ ...(failed as object), error } as never, { error })).toBeUndefined();
  });

  it("masks presence, but not that it is there", () => {
    const recorded = ask("getCurrentValidators", {
      validators: [{ uptime: "0.0000", connected: false, weight: "1" }],
    });
    const answer = (validator: JsonValue) => ({ result: { validators: [validator] } });
    const same = { uptime: "100.0000", connected: true, weight: "1" };
    expect(compareAnswer(recorded, answer(same))).toBeUndefined();
    expect(compareAnswer(recorded, answer({ weight: "1" }))).toContain("uptime");
    expect(compareAnswer(recorded, answer({ ...same, uptime: "100" }))).toContain("uptime");
    expect(compareAnswer(recorded, answer({ ...same, weight: "2" }))).toContain("weight");
  });

  it("masks the order of UTXOs, and which they are where a limit cut them", () => {
    const address = `P-custom1${"q".repeat(38)}`;
    const other = `P-custom1${"p".repeat(38)}`;
    const zero = "11111111111111111111111111111111LpoYY";
    const page = (utxos: string[], end = address) => ({
      numFetched: `${utxos.length}`,
      utxos,
      endIndex: { address: end, utxo: zero },
      encoding: "hex",
    });
    const whole = ask("getUTXOs", page(["0x01", "0x02"]), { limit: 5 });
    expect(compareAnswer(whole, { result: page(["0x02", "0x01"], other) })).toBeUndefined();
    expect(compareAnswer(whole, { result: page(["0x02", "0x03"]) })).toContain("utxos");
    expect(compareAnswer(whole, { result: page(["0x01", "0x02"], "nowhere") })).toContain(
      "address",
    );
    const cut = ask("getUTXOs", page(["0x01", "0x02"]), { limit: 2 });
    expect(compareAnswer(cut, { result: page(["0x02", "0x03"]) })).toBeUndefined();
    expect(compareAnswer(cut, { result: page(["0x02"]) })).toBeDefined();
    const ids = ask("getBalance", { utxoIDs: [{ txID: "a" }, { txID: "b" }] });
    const reversed = { result: { utxoIDs: [{ txID: "b" }, { txID: "a" }] } };
    expect(compareAnswer(ids, reversed)).toBeUndefined();
  });

  it("keeps big integers apart", async () => {
    const line =
      '{"clock":1,"method":"m","params":{},"response":{"result":{"n":18446744073709551615}}}';
    const big = readAsk(line);
    expect(big.result).toEqual({ n: 18446744073709551615n });
    const { compared, equal, differences } = await compareAsks([big, big], () => ({
      result: { n: 18446744073709551614n },
    }));
    expect({ compared, equal, count: differences.length }).toEqual({
      compared: 2,
      equal: 0,
      count: 2,
    });
  });
});
