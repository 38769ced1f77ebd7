import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyId } from "../../../src/formats/bytes.ts";
import { formatId, formatShortId, parseId, parseShortId } from "../../../src/formats/id.ts";
import { formatNodeId, parseNodeId } from "../../../src/formats/node-id.ts";
import { formatPrivateKey, parsePrivateKey } from "../../../src/formats/private-key.ts";
import { outcome } from "./outcome.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const ewoq = "PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN";

describe("identifiers", () => {
  it("are written as AvalancheGo writes them", () => {
    expect(formatId(emptyId)).toBe("11111111111111111111111111111111LpoYY");
    expect(formatNodeId(new Uint8Array(20))).toBe("NodeID-111111111111111111116DBWJs");
    expect(formatShortId(new Uint8Array(20))).toBe("111111111111111111116DBWJs");
  });

  it("are read as they were written", () => {
    const property = fc.property(bytes(32), bytes(20), (id, short) => {
      expect(parseId(formatId(id))).toEqual(id);
      expect(parseShortId(formatShortId(short))).toEqual(short);
      expect(parseNodeId(formatNodeId(short))).toEqual(short);
      expect(parsePrivateKey(formatPrivateKey(id))).toEqual(id);
    });
    fc.assert(property);
  });

  it("are refused with AvalancheGo's texts", () => {
    const short = "111111111111111111116DBWJs";
    expect(outcome(() => parseId(short))).toEqual({
      error: "invalid hash length: expected 32 bytes but got 20",
    });
    expect(outcome(() => parseId(""))).toEqual({
      error: "base58 decoding error: zero length string",
    });
    expect(outcome(() => parseId("11111111111111111111111111111111LpoYZ"))).toEqual({
      error: "invalid input checksum",
    });
    expect(outcome(() => parseShortId("11111111111111111111111111111111LpoYY"))).toEqual({
      error: "invalid hash length: expected 20 bytes but got 32",
    });
    expect(outcome(() => parseNodeId(short))).toEqual({
      error: `ID: ${short} is missing the prefix: NodeID-`,
    });
    expect(outcome(() => parseNodeId("NodeID-"))).toEqual({
      error: "base58 decoding error: zero length string",
    });
  });
});

describe("private keys", () => {
  it("are read and written", () => {
    expect(formatPrivateKey(parsePrivateKey(ewoq))).toBe(ewoq);
  });

  it.each([
    ["ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN", "private key missing PrivateKey- prefix"],
    ["PrivateKey-", "base58 decoding error: zero length string"],
    ["PrivateKey-1", "input string is smaller than the checksum size"],
    ["PrivateKey-45PJLL", "private key has unexpected length, expected 32"],
  ])("%s is none", (text, error) => {
    expect(outcome(() => parsePrivateKey(text))).toEqual({ error });
  });
});
