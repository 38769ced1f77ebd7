import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256 } from "../../src/crypto/hash.ts";
import { newContainer } from "../../src/indexer/indexer.ts";
import {
  type ContainerRange,
  type ContainerText,
  type NewContainer,
  parseContainer,
  type WrittenContainer,
} from "../../src/store/container-log.ts";
import { type LogKind, logKinds, type WholeLog } from "../support/container-logs.ts";
import { shown } from "../support/containers.ts";

/** Lengths around those at which a row is full: 16 KiB of JSON are about 8 kB of bytes. */
const containerLength = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 600 }) },
  { weight: 2, arbitrary: fc.integer({ min: 7_000, max: 9_000 }) },
  { weight: 1, arbitrary: fc.constant(60_000) },
);

/** Groups that are appended one after the other. */
const groups = fc.array(fc.array(containerLength, { maxLength: 30 }), { maxLength: 12 });

describe.each(logKinds)("a container log in $name", (kind) => {
  if (kind.missing !== undefined) {
    console.log(`a container log in ${kind.name}: not tested, since ${kind.missing}`);
    it.skip(`not tested, since ${kind.missing}`, () => {});
    return;
  }
  beforeAll(() => kind.start());
  afterAll(() => kind.stop());
  testLog(kind);
});

function testLog(kind: LogKind): void {
  const isLocal = kind.name === "SQLite";

  it("is the list of what was appended", async () => {
    await fc.assert(
      fc.asyncProperty(groups, fc.infiniteStream(fc.nat()), async (lengths, random) => {
        const { log, again, other, append, close } = await kind.open();
        const expected: WrittenContainer[] = [];
        for (const group of lengths) {
          const containers = group.map((length, i) => containerOf(expected.length + i, length));
          await append(containers);
          for (const container of containers) expected.push(shown(container, expected.length));
        }
        await expectSame(log, expected, random);
        await expectSame(again(), expected, random);
        expect(await other.count()).toBe(0n);
        await close();
      }),
      { numRuns: isLocal ? 30 : 8 },
    );
  });

  it("is as before where an append is undone", async () => {
    await fc.assert(
      fc.asyncProperty(groups, groups, async (kept, undone) => {
        const { log, append, appendInVain, close } = await kind.open();
        const containers = kept.flat().map((length, i) => containerOf(i, length));
        await append(containers);
        const expected = containers.map(shown);
        const others = undone.flat().map((length, i) => containerOf(expected.length + i, length));
        await expect(appendInVain(others)).rejects.toThrow();
        await expectSame(log, expected, [0, 1, 2][Symbol.iterator]());
        await close();
      }),
      { numRuns: isLocal ? 15 : 5 },
    );
  });
}

async function expectSame(
  log: WholeLog,
  expected: readonly WrittenContainer[],
  random: Iterator<number>,
): Promise<void> {
  const count = expected.length;
  expect(await log.count()).toBe(BigInt(count));
  expect(parsed(await log.lastAccepted())).toEqual(expected.at(-1));
  const pages: WrittenContainer[] = [];
  for await (const page of log.pages()) pages.push(...page.map(parseContainer));
  expect(pages).toEqual(expected);
  for (const index of [0, count >> 1, count - 1, count, count + 1]) {
    const found = parsed(await log.byIndex(BigInt(index)));
    expect(found).toEqual(index < 0 ? undefined : expected[index]);
  }
  expect(await log.byIndex(-1n)).toBeUndefined();
  expect(await log.byIndex(2n ** 64n - 1n)).toBeUndefined();
  const unknownID = sha256(new Uint8Array([1, 2, 3]));
  const ids = [unknownID];
  for (const [i, container] of expected.entries()) {
    if (i % 7 > 0) continue;
    const { id } = containerOf(i, (container.bytes.length - 2) / 2 - 4);
    expect(parsed(await log.byID(id))).toEqual(container);
    expect(await log.indexOf(id)).toBe(BigInt(i));
    ids.push(id);
  }
  expect(await log.byID(unknownID)).toBeUndefined();
  const indices = ids.slice(1).map((_, i) => BigInt(7 * i));
  expect(await log.indicesOf(ids)).toEqual([undefined, ...indices]);
  for (let i = 0; i < 8; i++) {
    const start = (random.next().value ?? 0) % (count + 2);
    const length = (random.next().value ?? 0) % (count + 2);
    const range = await log.range(BigInt(start), length);
    expect(await read(range)).toEqual(expected.slice(start, start + length));
  }
  expect(await read(await log.range(0n, 1024))).toEqual(expected.slice(0, 1024));
  expect((await log.range(2n ** 64n - 1n, 1)).count).toBe(0);
}

function parsed(text: ContainerText | undefined): WrittenContainer | undefined {
  return text === undefined ? undefined : parseContainer(text);
}

async function read(range: ContainerRange): Promise<readonly WrittenContainer[]> {
  const json = Buffer.concat(await Promise.all(range.chunks()));
  expect(json.length).toBe(range.byteLength);
  const containers = JSON.parse(`[${json.toString()}]`) as readonly WrittenContainer[];
  expect(containers.length).toBe(range.count);
  return containers;
}

function containerOf(number: number, length: number): NewContainer {
  const bytes = new Uint8Array(length).fill(number % 251);
  const id = sha256(new TextEncoder().encode(`${number} ${length}`));
  return newContainer(id, bytes, BigInt(number) * 1_000_000_007n);
}
