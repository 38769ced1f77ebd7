import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { decodeText } from "../../../src/decoding/decode.ts";
import { formatHex } from "../../../src/formats/hex.ts";
import { formatJson, parseJson } from "../../../src/formats/json.ts";
import { encodeUtxo } from "../../../src/pchain/components/utxo.ts";
import { makeTx } from "../../../src/pchain/txs/tx.ts";
import { filled, outputOf, proof, sampleTxs } from "../../support/sample-txs.ts";
import outer from "../../vectors/blocks/outer.json" with { type: "json" };
import recorded from "../../vectors/containers.json" with { type: "json" };
import atomic from "../../vectors/foreign-chains/atomic-txs.json" with { type: "json" };
import cChain from "../../vectors/foreign-chains/c-chain-blocks.json" with { type: "json" };
import xChain from "../../vectors/foreign-chains/x-chain-txs.json" with { type: "json" };

type Decoder = typeof import("../../../src/decoding/browser.ts");

const bundle = new URL("../../../dist/playground/decoder.js", import.meta.url);
const decoder = (await import(/* @vite-ignore */ fileURLToPath(bundle))) as Decoder;

const utxo = { txID: filled(32, 5), outputIndex: 1, ...outputOf(2n ** 63n) };

describe("the decoder of the page at /docs", () => {
  test.each([
    ...Object.values(sampleTxs).map(
      (unsigned) => [unsigned.kind, formatHex(makeTx(unsigned, []).bytes)] as const,
    ),
    ...outer.cases.slice(0, 5).map(({ id, bytes }) => [id, `0x${bytes}`] as const),
    ...xChain.txs.map(({ kind, hex }) => [`X-chain ${kind}`, `0x${hex}`] as const),
    ...atomic.txs.map(({ name, hex }) => [`atomic ${name}`, `0x${hex}`] as const),
    ...cChain.blocks.map(({ name, hex }) => [`C-chain ${name}`, `0x${hex}`] as const),
    ...recorded.containers.map(
      ({ path, id, bytes }) => [`${path} ${id}`, bytes.slice(0, -8)] as const,
    ),
    ["a UTXO", formatHex(encodeUtxo(utxo))] as const,
    ["a key", formatHex(proof.publicKey)] as const,
    ["20 bytes", formatHex(filled(20, 8))] as const,
    ["a node ID", "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"] as const,
  ])("prints of %s what the command prints, and restores it", (_name, text) => {
    const found = decoder.decode(text, "fuji", "");
    const expected = decodeText(text, { hrp: "fuji" }).map((each) => parseJson(formatJson(each)));
    expect(found.map(({ json }) => parseJson(json))).toEqual(expected);
    expect(found.length).toBeGreaterThan(0);
    for (const { json } of found) {
      if (text.startsWith("0x")) expect(decoder.encode(json, "hexnc")).toBe(text);
    }
  });

  test("finds nothing in other text, and says what is wrong with JSON", () => {
    expect(decoder.decode("zz", "mainnet", "")).toEqual([]);
    expect(() => decoder.encode('{"type":"id"}', "hexnc")).toThrow("value is missing");
    expect(decoder.decode(formatHex(filled(20, 8)), "mainnet", "address")).toHaveLength(1);
  });
});
