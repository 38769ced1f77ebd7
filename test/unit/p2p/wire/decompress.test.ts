import { expect, test } from "vitest";
import { createDecompressor } from "../../../../src/p2p/wire/decompress.ts";
import { endlessBlockFrame, repeatedByteFrame, storedFrame } from "../../../support/p2p/zstd.ts";

const decompress = createDecompressor();

test("returns stored and repeated bytes", () => {
  expect(decompress(storedFrame(Uint8Array.of(1, 2, 3)))).toEqual(Uint8Array.of(1, 2, 3));
  const zeros = decompress(repeatedByteFrame(16, 131_072));
  expect(Buffer.compare(zeros, new Uint8Array(2_097_152))).toBe(0);
});

test("decodes what the reference compressor wrote", () => {
  // printf 'a walk a walk a walk a walk to the frontier' | zstd
  const text = "KLUv/QRY5QAAsGEgd2FsayB0byB0aGUgZnJvbnRpZXIBAPqKEfQjE6w=";
  const frame = new Uint8Array(Buffer.from(text, "base64"));
  expect(new TextDecoder().decode(decompress(frame))).toBe(
    "a walk a walk a walk a walk to the frontier",
  );
});

test.each([
  ["output that grows above 2 MiB", repeatedByteFrame(17, 131_072), "output larger than 2 MiB"],
  ["a block above 128 KiB", repeatedByteFrame(1, 131_073), "block larger than 128 KiB"],
  [
    "a window above 2 MiB",
    repeatedByteFrame(1, 1, Uint8Array.of(0x00, 0x59)),
    "window of 2359296 bytes",
  ],
  [
    "a content size above 2 MiB",
    repeatedByteFrame(1, 1, Uint8Array.of(0xe0, 0, 0, 0, 0, 0, 1, 0, 0)),
    "content of 1099511627776 bytes",
  ],
  ["a dictionary", repeatedByteFrame(1, 1, Uint8Array.of(0x01, 0x58, 7)), "needs a dictionary"],
  [
    "two frames",
    Uint8Array.from([...storedFrame(Uint8Array.of(1)), ...endlessBlockFrame()]),
    "not one whole frame",
  ],
  ["a truncated frame", storedFrame(Uint8Array.of(1)).subarray(0, 7), "truncated frame"],
  ["nothing", new Uint8Array(), "truncated frame"],
  ["other bytes", new Uint8Array(16), "not a frame"],
])("rejects %s", (_, frame, reason) => {
  expect(() => decompress(frame)).toThrow(reason);
});

test("interrupts a block that describes a minute of copies", () => {
  const startMs = performance.now();
  expect(() => createDecompressor(100)(endlessBlockFrame())).toThrow("timed out");
  expect(performance.now() - startMs).toBeLessThan(5_000);
});
