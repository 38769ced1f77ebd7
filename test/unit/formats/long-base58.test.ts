import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase58, encodeBase58 } from "../../../src/formats/cb58.ts";
import { decodeLongBase58, encodeLongBase58 } from "../../../src/formats/long-base58.ts";

test("agrees with the usual algorithm", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 250 }), fc.nat(3), (rest, zeros) => {
      const bytes = Uint8Array.from([...Array<number>(zeros).fill(0), ...rest]);
      const text = encodeLongBase58(bytes);
      expect(text).toBe(encodeBase58(bytes));
      expect(decodeLongBase58(text)).toEqual(bytes);
      if (text !== "") expect(decodeBase58(text)).toEqual(bytes);
    }),
  );
});

test("restores more than the usual algorithm reads", () => {
  const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919) & 0xff);
  expect(decodeLongBase58(encodeLongBase58(bytes))).toEqual(bytes);
  expect(() => decodeLongBase58("0")).toThrow("Invalid base58 digit");
});
