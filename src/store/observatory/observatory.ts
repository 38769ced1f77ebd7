import type { NodeId } from "../../formats/bytes.ts";
import type { TableModule } from "../migrations.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "../sqlite.ts";
import {
  hoursOfWeek,
  mergedHour,
  type ObservedHour,
  type ObservedHours,
  type ObservedSoftware,
  type ObservedTotals,
} from "./observed-hour.ts";
import { emptyWeek, readHour, type StoredHour, totalsOf, writeHour } from "./observed-week.ts";

export const observatoryTables: TableModule = {
  name: "observatory",
  migrations: [
    `CREATE TABLE observatory_nodes (
      number INTEGER PRIMARY KEY,
      node_id BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE observatory_software (
      number INTEGER PRIMARY KEY,
      version TEXT NOT NULL,
      upgrade_time INTEGER NOT NULL,
      UNIQUE (version, upgrade_time)
    ) STRICT;
    CREATE TABLE observatory_weeks (
      place INTEGER PRIMARY KEY,
      hours BLOB NOT NULL
    ) STRICT;`,
  ],
};

/** Pairs of version and upgrade that are kept, whatever peers name: the number has two bytes in an hour. */
const softwareMax = 0xffff;
/** More than there are weeks until the year 9999. */
const weeksOfNode = 2 ** 20;

/**
 * What this node observed of validators, hour by hour. It is no part of the chain's state. A row is a week of a validator: a
 * year of its term is 53 rows, and an hour takes 11 bytes. `place` is the number of the validator and that of the week.
 */
export class Observatory implements ObservedHours {
  /** By number, as they are the same for thousands of hours. */
  readonly #known = new Map<number, ObservedSoftware>();
  readonly #nodeNumber: SqliteStatement;
  readonly #addNode: SqliteStatement;
  readonly #softwareNumber: SqliteStatement;
  readonly #addSoftware: SqliteStatement;
  readonly #software: SqliteStatement;
  readonly #week: SqliteStatement;
  readonly #weeks: SqliteStatement;
  readonly #setWeek: SqliteStatement;
  readonly #nodeNumbers: SqliteStatement;
  readonly #deleteWeeks: SqliteStatement;
  readonly #deleteNodes: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#nodeNumber = database
      .prepare("SELECT number FROM observatory_nodes WHERE node_id = ?")
      .pluck();
    this.#addNode = database
      .prepare("INSERT INTO observatory_nodes (node_id) VALUES (?) RETURNING number")
      .pluck();
    this.#softwareNumber = database
      .prepare("SELECT number FROM observatory_software WHERE version = ? AND upgrade_time = ?")
      .pluck();
    this.#addSoftware = database
      .prepare(
        `INSERT INTO observatory_software (version, upgrade_time)
        SELECT ?, ? WHERE (SELECT COUNT(*) FROM observatory_software) < ${softwareMax}
        RETURNING number`,
      )
      .pluck();
    this.#software = database
      .prepare("SELECT version, upgrade_time FROM observatory_software WHERE number = ?")
      .raw()
      .safeIntegers();
    this.#week = database.prepare("SELECT hours FROM observatory_weeks WHERE place = ?").pluck();
    this.#weeks = database
      .prepare(
        "SELECT place, hours FROM observatory_weeks WHERE place BETWEEN ? AND ? ORDER BY place",
      )
      .raw();
    this.#setWeek = database.prepare(
      "INSERT OR REPLACE INTO observatory_weeks (place, hours) VALUES (?, ?)",
    );
    this.#nodeNumbers = database.prepare("SELECT number FROM observatory_nodes").pluck();
    this.#deleteWeeks = database.prepare(
      "DELETE FROM observatory_weeks WHERE place >= ? AND place < ?",
    );
    this.#deleteNodes = database.prepare(
      `DELETE FROM observatory_nodes WHERE NOT EXISTS (
        SELECT 1 FROM observatory_weeks
        WHERE place >= number * ${weeksOfNode} AND place < (number + 1) * ${weeksOfNode}
      )`,
    );
  }

  /** Adds an observation to its hour. */
  add(nodeID: NodeId, observed: ObservedHour): void {
    const node = (this.#nodeNumber.get(nodeID) ?? this.#addNode.get(nodeID)) as number;
    const hourOfWeek = observed.hour % hoursOfWeek;
    const place = placeOf(node, observed.hour);
    const found = this.#week.get(place) as Uint8Array | undefined;
    const hours = found === undefined ? emptyWeek() : new Uint8Array(found);
    const known = readHour(hours, hourOfWeek);
    const sum =
      known === undefined ? observed : mergedHour(this.#shown(known, observed.hour), observed);
    writeHour(hours, hourOfWeek, { ...sum, software: this.#numberOf(sum.software) });
    this.#setWeek.run(place, hours);
  }

  totals(nodeID: NodeId, fromSeconds: number, toSeconds: number): ObservedTotals | undefined {
    const [from, to] = [hourAt(fromSeconds), hourAt(toSeconds)];
    let [firstHour, lastHour]: (number | undefined)[] = [];
    let [observedSeconds, connectedSeconds, roundTripSum, roundTripWeight] = [0, 0, 0, 0];
    let software = 0;
    let reportedUptimePercent: number | undefined;
    for (const [week, hours] of this.#weeksOf(nodeID, from, to)) {
      const start = week * hoursOfWeek;
      const last = Math.min(hoursOfWeek - 1, to - start);
      const totals = totalsOf(hours, Math.max(0, from - start), last);
      if (totals.first === undefined || totals.last === undefined) continue;
      firstHour ??= start + totals.first;
      lastHour = start + totals.last;
      observedSeconds += totals.observedSeconds;
      connectedSeconds += totals.connectedSeconds;
      roundTripSum += totals.roundTripSum;
      roundTripWeight += totals.roundTripWeight;
      software = totals.software === 0 ? software : totals.software;
      reportedUptimePercent = totals.reportedUptimePercent ?? reportedUptimePercent;
    }
    if (firstHour === undefined || lastHour === undefined) return undefined;
    return {
      firstHour,
      lastHour,
      observedSeconds,
      connectedSeconds,
      roundTripMicros:
        roundTripWeight === 0 ? undefined : Math.round(roundTripSum / roundTripWeight),
      software: software === 0 ? undefined : this.#softwareOf(software),
      reportedUptimePercent,
    };
  }

  between(nodeID: NodeId, fromSeconds: number, toSeconds: number): ObservedHour[] {
    const [from, to] = [hourAt(fromSeconds), hourAt(toSeconds)];
    const found: ObservedHour[] = [];
    for (const [week, hours] of this.#weeksOf(nodeID, from, to)) {
      for (let hourOfWeek = 0; hourOfWeek < hoursOfWeek; hourOfWeek++) {
        const hour = week * hoursOfWeek + hourOfWeek;
        if (hour < from || hour > to) continue;
        const stored = readHour(hours, hourOfWeek);
        if (stored !== undefined) found.push(this.#shown(stored, hour));
      }
    }
    return found;
  }

  /** Deletes the weeks that ended before a time in Unix seconds. */
  deleteBefore(unixSeconds: number): void {
    const hour = hourAt(unixSeconds);
    for (const node of this.#nodeNumbers.all() as number[]) {
      this.#deleteWeeks.run(placeOf(node, 0), placeOf(node, hour));
    }
    this.#deleteNodes.run();
  }

  #weeksOf(nodeID: NodeId, from: number, to: number): readonly (readonly [number, Uint8Array])[] {
    const node = this.#nodeNumber.get(nodeID) as number | undefined;
    if (node === undefined) return [];
    const rows = this.#weeks.all(placeOf(node, from), placeOf(node, to)) as [number, Uint8Array][];
    return rows.map(([place, hours]) => [place % weeksOfNode, hours]);
  }

  #shown({ software, ...stored }: StoredHour, hour: number): ObservedHour {
    return { hour, ...stored, software: software === 0 ? undefined : this.#softwareOf(software) };
  }

  #softwareOf(number: number): ObservedSoftware {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const [version, upgradeTime] = this.#software.get(number) as [string, bigint];
    const software = { version, upgradeTime: fromInteger(upgradeTime) };
    this.#known.set(number, software);
    return software;
  }

  /** 0 for none, and once the table is full. */
  #numberOf(software: ObservedSoftware | undefined): number {
    if (software === undefined) return 0;
    const key = [software.version, toInteger(software.upgradeTime)];
    const found = this.#softwareNumber.get(...key) ?? this.#addSoftware.get(...key);
    return (found as number | undefined) ?? 0;
  }
}

/** The hour of a time, as of ObservedHour. */
function hourAt(unixSeconds: number): number {
  return Math.floor(unixSeconds / 3600);
}

function placeOf(node: number, hour: number): number {
  return node * weeksOfNode + Math.floor(hour / hoursOfWeek);
}
