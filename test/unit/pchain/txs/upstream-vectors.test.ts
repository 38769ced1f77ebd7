import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatJson } from "../../../../src/formats/json.ts";
import { encodeUnsignedTx, makeTx, parseTx, txToJson } from "../../../../src/pchain/txs/tx.ts";
import { fromHex, toHex } from "../../../support/check-codec.ts";

type UnsignedCase = {
  readonly source: string;
  readonly hex: string;
  readonly hrp?: string;
  readonly json?: string;
};
type SignedCase = { readonly name: string; readonly hex: string };

const noCredentials = "00000000";

describe("unsigned transactions of AvalancheGo's serialization tests", () => {
  it.each(read<UnsignedCase>("unsigned.json"))("$source", ({ hex, hrp = "avax", json }) => {
    const tx = parseTx(fromHex(hex + noCredentials));
    expect(toHex(tx.unsignedBytes)).toBe(hex);
    expect(toHex(encodeUnsignedTx(tx.unsigned))).toBe(hex);
    if (json === undefined) return;
    const { unsignedTx } = txToJson(tx, { hrp }) as { unsignedTx: string };
    expect(formatJson(unsignedTx)).toBe(json);
  });
});

describe("signed transactions of AvalancheGo's fee tests", () => {
  it.each(read<SignedCase>("complexity.json"))("$name", ({ name, hex }) => {
    const tx = parseTx(fromHex(hex));
    expect(tx.unsigned.kind).toBe(name.split(" ")[0]);
    expect(toHex(makeTx(tx.unsigned, tx.credentials).bytes)).toBe(hex);
  });
});

function read<T>(file: string): readonly T[] {
  const path = new URL(`../../../vectors/txs/${file}`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")).cases;
}
