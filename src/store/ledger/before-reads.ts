import type { SqliteDatabase } from "../sqlite.ts";

const ofLedger = /\bledger_/;

/** Calls `before` when a query of the ledger, prepared from now on, is about to run. */
export function beforeLedgerReads(database: SqliteDatabase, before: () => void): void {
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    const statement = prepare(sql);
    if (!ofLedger.test(sql)) return statement;
    const after =
      <Args extends unknown[], Result>(read: (...args: Args) => Result) =>
      (...args: Args): Result => {
        before();
        return read.apply(statement, args);
      };
    const { get, all, iterate } = statement;
    return Object.assign(statement, { get: after(get), all: after(all), iterate: after(iterate) });
  }) as typeof database.prepare;
}
