import { expect, it } from "vitest";
import { LedgerCoverage } from "../../../../src/store/ledger/coverage.ts";
import { Gaps } from "../../../../src/store/ledger/gaps.ts";
import { ledgerTables } from "../../../../src/store/ledger/tables.ts";
import { Metadata, metadataTables } from "../../../../src/store/metadata.ts";
import { openSqlite } from "../../../../src/store/sqlite.ts";

function emptyCoverage() {
  const database = openSqlite(":memory:");
  for (const { migrations } of [metadataTables, ledgerTables]) {
    for (const migration of migrations) if (typeof migration === "string") database.exec(migration);
  }
  const coverage = new LedgerCoverage(database, new Metadata(database));
  return { coverage, gaps: new Gaps(database, coverage) };
}

it("has nothing while no version with a ledger wrote the store", () => {
  const { coverage } = emptyCoverage();
  expect(coverage.completeRanges(10)).toEqual([]);
  expect(coverage.isCompleteTo(0)).toBe(false);
});

it("leaves out the gaps", () => {
  const { coverage, gaps } = emptyCoverage();
  coverage.note(undefined);
  expect(coverage.completeRanges(10)).toEqual([{ from: 0, to: 10 }]);
  gaps.add(3, 4);
  gaps.add(8, 8);
  expect(coverage.completeRanges(10)).toEqual([
    { from: 0, to: 2 },
    { from: 5, to: 7 },
    { from: 9, to: 10 },
  ]);
  expect(coverage.isCompleteTo(2)).toBe(true);
  expect(coverage.isCompleteTo(5)).toBe(false);
  gaps.fillTo(4);
  expect(coverage.completeRanges(10)).toEqual([
    { from: 0, to: 7 },
    { from: 9, to: 10 },
  ]);
  expect(coverage.isCompleteTo(7)).toBe(true);
});

it("ends where it was switched off, and begins behind a gap at the genesis", () => {
  const { coverage, gaps } = emptyCoverage();
  coverage.note(6);
  gaps.add(0, 1);
  expect(coverage.completeRanges(10)).toEqual([{ from: 2, to: 5 }]);
  coverage.note(0);
  gaps.fillTo(1);
  expect(coverage.completeRanges(10)).toEqual([]);
});
