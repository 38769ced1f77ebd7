import { describe, expect, it } from "vitest";
import { formatHex } from "../../../src/formats/hex.ts";
import { formatId } from "../../../src/formats/id.ts";
import type { JsonValue } from "../../../src/formats/json.ts";
import type { CallAnswer } from "../../../src/node/apis/answer-call.ts";
import { encodeUtxo, utxoID } from "../../../src/pchain/components/utxo.ts";
import { type Ask, compareAnswer, compareAsks, readAsk } from "../../../src/replay/compare-asks.ts";

const ask = (method: string, result: JsonValue, params: JsonValue = {}) => ({
  clock: 1,
  method: `platform.${method}`,
  params,
  result,
});

const noAnswerer = () => {
  throw new Error("asked for more");
};

async function difference(ask: Ask, answer: CallAnswer): Promise<string | undefined> {
  return (await compareAnswer(ask, answer, noAnswerer)).difference;
}

describe("compareAnswer", () => {
  it("finds another value, a missing error and another order", async () => {
    const height = ask("getHeight", { height: "1" });
    expect(await difference(height, { result: { height: "1" } })).toBeUndefined();
    expect(await difference(height, { result: { height: "2" } })).toContain("result.height");
    const error = { code: -32000, message: "couldn't get tx: not found" };
    expect(await difference(height, { error })).toContain("error");
    const two = ask("getMinStake", { a: 1, b: 2 });
    expect(await difference(two, { result: { b: 2, a: 1 } })).toBe("members in another order");
    const failed = { clock: 1, method: "platform.getTx", params: {}, error };
    expect(await difference(failed, { error })).toBeUndefined();
  });

  it("masks uptime and connected by their form", async () => {
    const recorded = ask("getCurrentValidators", {
      validators: [{ uptime: "0.0000", connected: false, weight: "1" }],
    });
    const answer = (validator: JsonValue) => ({ result: { validators: [validator] } });
    const same = { uptime: "100.0000", connected: true, weight: "1" };
    expect(await compareAnswer(recorded, answer(same), noAnswerer)).toEqual({
      difference: undefined,
      masked: ["validator uptime", "validator connected"],
    });
    expect(await difference(recorded, answer({ weight: "1" }))).toContain("uptime");
    expect(await difference(recorded, answer({ ...same, uptime: "100" }))).toContain("uptime");
    expect(await difference(recorded, answer({ ...same, weight: "2" }))).toContain("weight");
    expect(
      await compareAnswer(recorded, answer(same), noAnswerer, new Set(["validator uptime"])),
    ).toMatchObject({ difference: expect.stringContaining("connected") });
  });

  it("masks the order of the UTXO IDs of a balance", async () => {
    const ids = ask("getBalance", { utxoIDs: [{ txID: "a" }, { txID: "b" }] });
    const reversed = { result: { utxoIDs: [{ txID: "b" }, { txID: "a" }] } };
    expect(await compareAnswer(ids, reversed, noAnswerer)).toEqual({
      difference: undefined,
      masked: ["balance order"],
    });
    const other = { result: { utxoIDs: [{ txID: "b" }, { txID: "c" }] } };
    expect(await difference(ids, other)).toContain("utxoIDs");
  });
});

describe("compareAnswer of a page of UTXOs", () => {
  const utxos = [0, 1, 2, 3].map((outputIndex) => utxo(outputIndex));
  const [first, second, third, foreign] = utxos as [Shown, Shown, Shown, Shown];
  const page = (shown: readonly Shown[], end = shown.at(-1)!, address = "P-custom1a") => ({
    numFetched: `${shown.length}`,
    utxos: shown.map(({ text }) => text),
    endIndex: { address, utxo: end.id },
    encoding: "hex",
  });

  /** A node that owns the first three, two a page. */
  const pages: (ask: Ask) => CallAnswer = ({ params }) => {
    const { startIndex } = params as { readonly startIndex?: { readonly utxo: string } };
    const owned = [first, second, third];
    const start = owned.findIndex(({ id }) => id === startIndex?.utxo) + 1;
    const shown = owned.slice(start, start + 2);
    return { result: page(shown, shown.at(-1) ?? third) };
  };
  const compare = (recorded: JsonValue, answer: JsonValue, limit: number) =>
    compareAnswer(ask("getUTXOs", recorded, { limit }), { result: answer }, pages);

  it("compares a whole page as a set", async () => {
    const recorded = page([first, second, third]);
    expect(await compare(recorded, page([third, second, first]), 5)).toEqual({
      difference: undefined,
      masked: ["page order", "page end"],
    });
    const { difference } = await compare(recorded, page([first, second, foreign], third), 5);
    expect(difference).toContain("utxos");
    const otherAddress = page([third, second, first], first, "P-custom1b");
    expect((await compare(recorded, otherAddress, 5)).difference).toContain("address");
  });

  it("compares a page that its limit cut by membership", async () => {
    const recorded = page([first, second]);
    expect(await compare(recorded, page([third, first]), 2)).toEqual({
      difference: undefined,
      masked: ["page choice", "page end"],
    });
    for (const wrong of [page([first]), page([first, first]), page([first, foreign], first)]) {
      expect((await compare(recorded, wrong, 2)).difference).toBeDefined();
      expect((await compare({ ...wrong, numFetched: "2" }, recorded, 2)).difference).toBeDefined();
    }
    const wrongEnd = page([first, third], foreign);
    expect((await compare(recorded, wrongEnd, 2)).difference).toContain("endIndex.utxo");
  });
});

type Shown = { readonly id: string; readonly text: string };

/** A UTXO as getUTXOs returns it. Its checksum is not checked. */
function utxo(outputIndex: number): Shown {
  const value = {
    txID: new Uint8Array(32),
    outputIndex,
    assetID: new Uint8Array(32),
    output: {
      kind: "TransferOutput" as const,
      amount: 1n,
      locktime: 0n,
      threshold: 1,
      addresses: [new Uint8Array(20)],
    },
  };
  return { id: formatId(utxoID(value)), text: `${formatHex(encodeUtxo(value))}00000000` };
}

describe("compareAsks", () => {
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
