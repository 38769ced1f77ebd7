import { expect, test } from "vitest";
import { createDecompressor } from "../../../../src/p2p/wire/decompress.ts";
import { decodeMessage, encodeMessage } from "../../../../src/p2p/wire/messages.ts";
import { storedFrame } from "../../../support/p2p/zstd.ts";

const decompress = createDecompressor();
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

test.each([
  ["a pong", { case: "pong", value: {} }, "00000002" + "6200"],
  ["a ping", { case: "ping", value: { uptimePercent: 100 } }, "00000004" + "5a020864"],
  ["an empty peer list", { case: "peerList", value: {} }, "00000002" + "7200"],
  [
    "an error, whose code is zigzag",
    { case: "appError", value: { requestId: 7, errorCode: -2, errorMessage: "x" } },
    "0000000a" + "9202071007180322" + "0178",
  ],
] as const)("encodes %s as AvalancheGo does", (_, body, frame) => {
  expect(Buffer.from(encodeMessage(body)).toString("hex")).toBe(frame);
  expect(decodeMessage(bytesOf(frame).subarray(4), decompress)).toMatchObject(body);
});

test("decompresses a message inside a message", () => {
  const compressed = storedFrame(bytesOf("5a020864"));
  const outer = Uint8Array.from([0x12, compressed.length, ...compressed]);
  expect(decodeMessage(outer, decompress)).toMatchObject({ value: { uptimePercent: 100 } });
});

test("rejects a message that is compressed twice", () => {
  const inner = storedFrame(bytesOf("5a020864"));
  const middle = storedFrame(Uint8Array.from([0x12, inner.length, ...inner]));
  const outer = Uint8Array.from([0x12, middle.length, ...middle]);
  expect(() => decodeMessage(outer, decompress)).toThrow("compressed twice");
});

test("skips messages of other types", () => {
  // Field 36, Simplex.
  expect(decodeMessage(bytesOf("a20200"), decompress)).toBeUndefined();
});

test("reports bytes that are not a message", () => {
  expect(() => decodeMessage(bytesOf("ffff"), decompress)).toThrowError(
    expect.objectContaining({ name: "MalformedMessage" }),
  );
});
