import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/crypto/hash.ts";
import { newContainer } from "../../src/indexer/new-container.ts";
import type {
  ContainerRange,
  NewContainer,
  WrittenContainer,
} from "../../src/store/container-log.ts";
import { Containers } from "../../src/store/containers.ts";
import { openIndices, shown } from "../support/containers.ts";

/** Lengths around those at which a row is full: 16 KiB of JSON are about 8 kB of bytes. */
const containerLength = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 600 }) },
  { weight: 2, arbitrary: fc.integer({ min: 7_000, max: 9_000 }) },
  { weight: 1, arbitrary: fc.constant(60_000) },
);

/** Groups that are appended one after the other. */
const groups = fc.array(fc.array(containerLength, { maxLength: 30 }), { maxLength: 12 });

describe("a container log", () => {
  it("is the list of what was appended", () => {
    fc.assert(
      fc.property(groups, fc.infiniteStream(fc.nat()), (lengths, random) => {
        const { database, indexer, close } = openIndices();
        const log = indexer.logs["X/tx"];
        const expected: WrittenContainer[] = [];
        for (const group of lengths) {
          const containers = group.map((length, i) => containerOf(expected.length + i, length));
          database.transaction(() => log.append(containers))();
          for (const container of containers) expected.push(shown(container, expected.length));
        }
        expectSame(log, expected, random);
        expectSame(new Containers(database, "X/tx"), expected, random);
        expect(indexer.logs["X/vtx"].count()).toBe(0n);
        close();
      }),
      { numRuns: 40 },
    );
  });

  it("is as before where a transaction is undone", () => {
    fc.assert(
      fc.property(groups, groups, (kept, undone) => {
        const { database, indexer, close } = openIndices();
        const log = indexer.logs["P/block"];
        const expected: WrittenContainer[] = [];
        for (const [i, length] of kept.flat().entries()) {
          const container = containerOf(i, length);
          log.append([container]);
          expected.push(shown(container, i));
        }
        const fail = database.transaction(() => {
          log.append(undone.flat().map((length, i) => containerOf(expected.length + i, length)));
          throw new Error("undone");
        });
        expect(fail).toThrow("undone");
        expectSame(log, expected, [0, 1, 2][Symbol.iterator]());
        close();
      }),
      { numRuns: 20 },
    );
  });
});

function expectSame(
  log: Containers,
  expected: readonly WrittenContainer[],
  random: Iterator<number>,
): void {
  const count = expected.length;
  expect(log.count()).toBe(BigInt(count));
  expect(log.lastAccepted()).toEqual(expected.at(-1));
  expect([...log.pages()].flat().map((json) => JSON.parse(json))).toEqual(expected);
  for (const index of [0, count >> 1, count - 1, count, count + 1]) {
    expect(log.byIndex(BigInt(index))).toEqual(index < 0 ? undefined : expected[index]);
  }
  expect(log.byIndex(-1n)).toBeUndefined();
  expect(log.byIndex(2n ** 64n - 1n)).toBeUndefined();
  for (const [i, container] of expected.entries()) {
    if (i % 7 > 0) continue;
    const { id } = containerOf(i, (container.bytes.length - 2) / 2 - 4);
    expect(log.byID(id)).toEqual(container);
    expect(log.indexOf(id)).toBe(BigInt(i));
  }
  expect(log.byID(sha256(new Uint8Array([1, 2, 3])))).toBeUndefined();
  for (let i = 0; i < 8; i++) {
    const start = (random.next().value ?? 0) % (count + 2);
    const length = (random.next().value ?? 0) % (count + 2);
    const range = log.range(BigInt(start), length);
    expect(read(range)).toEqual(expected.slice(start, start + length));
  }
  expect(read(log.range(0n, 1024))).toEqual(expected.slice(0, 1024));
  expect(log.range(2n ** 64n - 1n, 1).count).toBe(0);
}

function read({ count, byteLength, chunks }: ContainerRange): readonly WrittenContainer[] {
  const json = Buffer.concat([...chunks()]);
  expect(json.length).toBe(byteLength);
  const containers = JSON.parse(`[${json.toString()}]`) as readonly WrittenContainer[];
  expect(containers.length).toBe(count);
  return containers;
}

function containerOf(number: number, length: number): NewContainer {
  const bytes = new Uint8Array(length).fill(number % 251);
  const id = sha256(new TextEncoder().encode(`${number} ${length}`));
  return newContainer(id, bytes, BigInt(number) * 1_000_000_007n);
}
