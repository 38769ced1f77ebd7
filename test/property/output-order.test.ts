import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { compareBytes } from "../../src/formats/bytes.ts";
import { Writer } from "../../src/pchain/codec/writer.ts";
import { output as field, type Output } from "../../src/pchain/components/outputs.ts";
import { compareTransferableOutputs } from "../../src/pchain/components/verify.ts";
import { filled } from "../support/sample-txs.ts";

/** Few values, so that fields are often equal, and some whose first bit is set. */
const u64 = fc.constantFrom(0n, 1n, 255n, 256n, 2n ** 63n, 2n ** 64n - 1n);
const u32 = fc.constantFrom(0, 1, 256, 2 ** 31, 2 ** 32 - 1);
const address = fc.constantFrom(0, 1, 128, 255).map((byte) => filled(20, byte));

const transfer = fc.record({
  kind: fc.constant("TransferOutput" as const),
  amount: u64,
  locktime: u64,
  threshold: u32,
  addresses: fc.array(address, { maxLength: 3 }),
});
const lock = fc.record({ kind: fc.constant("LockOut" as const), locktime: u64, output: transfer });
const output: Arbitrary<Output> = fc.oneof(transfer, lock);

/** Two outputs, of which the second has some members of the first. */
const pair: Arbitrary<readonly [Output, Output]> = fc.oneof(
  fc.tuple(output, output),
  fc
    .tuple(transfer, transfer, fc.subarray(["amount", "locktime", "threshold"]))
    .map(([a, b, shared]) => {
      const members = Object.entries(a).filter(([name]) => shared.includes(name));
      return [a, { ...b, ...Object.fromEntries(members) }] as const;
    }),
);

test("outputs are ordered as their bytes are", () => {
  const assetID = filled(32, 1);
  const property = fc.property(pair, ([a, b]) => {
    const ordered = compareTransferableOutputs({ assetID, output: a }, { assetID, output: b });
    expect(Math.sign(ordered)).toBe(Math.sign(compareBytes(bytesOf(a), bytesOf(b))));
  });
  fc.assert(property, { numRuns: 2_000 });
});

function bytesOf(output: Output): Uint8Array {
  const writer = new Writer();
  field.encode(writer, output);
  return writer.finish();
}
