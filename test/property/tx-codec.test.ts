import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJson, parseJson } from "../../src/formats/json.ts";
import { blockToJson, makeBlock, parseBlock } from "../../src/pchain/blocks/block.ts";
import { CodecError } from "../../src/pchain/codec/reader.ts";
import { makeTx, parseTx, txToJson } from "../../src/pchain/txs/tx.ts";
import { type TxKind, txTypes } from "../../src/pchain/wire-types.ts";
import { blockKinds, blockOf, txOf } from "../support/tx-arbitraries.ts";

const txKinds = Object.keys(txTypes) as TxKind[];
const context = { hrp: "local" };
const runs = { numRuns: 25 };

describe.each(txKinds)("%s", (kind) => {
  it("is parsed from its bytes", () => {
    const property = fc.property(txOf(kind), (tx) => {
      const parsed = parseTx(tx.bytes);
      expect(parsed).toEqual(tx);
      expect(makeTx(parsed.unsigned, parsed.credentials)).toEqual(tx);
    });
    fc.assert(property, runs);
  });

  it("has JSON that keeps every number", () => {
    const property = fc.property(txOf(kind), (tx) => {
      const json = txToJson(tx, context);
      const again = txToJson(parseTx(tx.bytes), context);
      expect(formatJson(parseJson(formatJson(json)))).toBe(formatJson(again));
    });
    fc.assert(property, runs);
  });

  it("rejects every short form", () => {
    const property = fc.property(txOf(kind), fc.nat(), (tx, cut) => {
      const short = tx.bytes.subarray(0, cut % tx.bytes.length);
      expect(() => parseTx(short)).toThrow(CodecError);
    });
    fc.assert(property, runs);
  });

  it("has one form for every bytes that it reads", () => {
    const property = fc.property(txOf(kind), fc.nat(), fc.nat(), (tx, at, to) => {
      const changed = tx.bytes.slice();
      changed[at % changed.length] = to & 0xff;
      const parsed = unlessRefused(() => parseTx(changed));
      if (parsed === undefined) return;
      expect(makeTx(parsed.unsigned, parsed.credentials).bytes).toStrictEqual(changed);
    });
    fc.assert(property, { numRuns: 100 });
  });
});

describe.each(blockKinds)("%s", (kind) => {
  it("is parsed from its bytes", () => {
    const property = fc.property(blockOf(kind), (content) => {
      const block = makeBlock(content);
      expect(parseBlock(block.bytes)).toEqual(block);
      expect(makeBlock(parseBlock(block.bytes)).bytes).toStrictEqual(block.bytes);
      expect(formatJson(blockToJson(block, context))).toBe(
        formatJson(blockToJson(parseBlock(block.bytes), context)),
      );
    });
    fc.assert(property, runs);
  });

  it("rejects every short form and has one form for what it reads", () => {
    const property = fc.property(blockOf(kind), fc.nat(), fc.nat(), (content, at, to) => {
      const { bytes } = makeBlock(content);
      expect(() => parseBlock(bytes.subarray(0, at % bytes.length))).toThrow(CodecError);
      const changed = bytes.slice();
      changed[at % changed.length] = to & 0xff;
      const parsed = unlessRefused(() => parseBlock(changed));
      if (parsed !== undefined) expect(makeBlock(parsed).bytes).toStrictEqual(changed);
    });
    fc.assert(property, runs);
  });
});

function unlessRefused<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
