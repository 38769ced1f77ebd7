import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/crypto/hash.ts";
import { formatId } from "../../../src/formats/id.ts";
import { type NewContainer, parseContainer } from "../../../src/store/container-log.ts";
import { Containers, containerTables } from "../../../src/store/containers.ts";
import { migrate } from "../../../src/store/migrations.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";

const second = 1_000_000_000n;
const began = 1_767_672_000n * second;
const completed = began + 3_600n * second;

function open() {
  const database = openSqlite(":memory:");
  migrate(database, ":memory:", [containerTables]);
  return { database, log: new Containers(database, "P/block") };
}

function append(log: Containers, count: number, timestampText?: string): void {
  const from = Number(log.count());
  const containers = Array.from({ length: count }, (_, i): NewContainer => {
    const id = sha256(new Uint8Array([(from + i) >> 8, from + i]));
    return {
      id,
      idText: formatId(id),
      bytesText: `0x${"ab".repeat(300)}`,
      timestampText: timestampText ?? log.bootstraps.marker()!,
    };
  });
  log.append(containers);
}

/** The times as each way of reading returns them. */
function timesOf(log: Containers): Record<string, readonly string[]> {
  const count = Number(log.count());
  const range = log.range(0n, count);
  const json = Buffer.concat([...range.chunks()] as Uint8Array[]);
  expect(json.length).toBe(range.byteLength);
  const texts = Array.from({ length: count }, (_, i) => log.byIndex(BigInt(i))!);
  return {
    range: (JSON.parse(`[${json}]`) as { timestamp: string }[]).map(({ timestamp }) => timestamp),
    byIndex: texts.map((text) => parseContainer(text).timestamp),
    pages: [...log.pages()].flat().map((text) => parseContainer(text).timestamp),
  };
}

const same = (count: number, time: string) => Array.from({ length: count }, () => time);

describe("containers indexed while the node bootstraps", () => {
  test("have the time of completion, others their own, however they are read", () => {
    const { database, log } = open();
    const own = "2026-01-05T00:00:00Z";
    append(log, 3, own);
    log.bootstraps.begin(began, log.count());
    append(log, 200);
    const before = [...same(3, own), ...same(200, "2026-01-06T04:00:00.000000001Z")];
    expect(timesOf(log)).toEqual({ range: before, byIndex: before, pages: before });
    expect(log.bootstraps.firstOpen()).toBe(3n);

    // A restart in between continues the same bootstrap.
    const again = new Containers(database, "P/block");
    again.bootstraps.begin(began + 9n * second, again.count());
    append(again, 2);
    again.bootstraps.complete(completed, again.count());
    append(again, 1, own);
    const after = [...same(3, own), ...same(202, "2026-01-06T05:00:00.000000001Z"), own];
    expect(timesOf(again)).toEqual({ range: after, byIndex: after, pages: after });
    expect(again.bootstraps.firstOpen()).toBeUndefined();
    expect(again.bootstraps.marker()).toBeUndefined();
  });

  test("each bootstrap has its own time; one without containers leaves nothing", () => {
    const { database, log } = open();
    log.bootstraps.begin(began, 0n);
    append(log, 1);
    log.bootstraps.complete(began + 5n, 1n);
    log.bootstraps.begin(completed, 1n);
    log.bootstraps.complete(completed, 1n);
    log.bootstraps.begin(completed, 1n);
    append(log, 1);
    log.bootstraps.complete(completed + 7n, 2n);
    const times = ["2026-01-06T04:00:00.000000005Z", "2026-01-06T05:00:00.000000007Z"];
    expect(timesOf(log)).toEqual({ range: times, byIndex: times, pages: times });
    expect(database.prepare("SELECT count(*) FROM container_bootstraps").pluck().get()).toBe(2);
  });
});
