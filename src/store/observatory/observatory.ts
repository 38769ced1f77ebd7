import type { NodeId } from "../../formats/bytes.ts";
import type { TableModule } from "../migrations.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "../sqlite.ts";
import { emptyDay, readHour, type StoredHour, writeHour } from "./observed-day.ts";
import {
  hoursOfDay,
  mergedHour,
  type ObservedHour,
  type ObservedSoftware,
} from "./observed-hour.ts";

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
    CREATE TABLE observatory_days (
      node INTEGER NOT NULL,
      day INTEGER NOT NULL,
      hours BLOB NOT NULL,
      PRIMARY KEY (node, day)
    ) STRICT, WITHOUT ROWID;`,
  ],
};

/** Pairs of version and upgrade that are kept, whatever peers name: the number has two bytes in an hour. */
const softwareMax = 0xffff;

/** What was observed of validators, by hours. */
export interface ObservedHours {
  /** The hours from `fromSeconds` to `toSeconds`, both included, in which this node watched the validator, oldest first. */
  between(nodeID: NodeId, fromSeconds: number, toSeconds: number): ObservedHour[];
}

/**
 * What this node observed of validators, hour by hour. It is no part of the chain's state. A row is a day of a validator: a
 * year of its term is 365 rows, and an hour takes 11 bytes.
 */
export class Observatory implements ObservedHours {
  /** By number, as they are the same for thousands of hours. */
  readonly #known = new Map<number, ObservedSoftware>();
  readonly #nodeNumber: SqliteStatement;
  readonly #addNode: SqliteStatement;
  readonly #softwareNumber: SqliteStatement;
  readonly #addSoftware: SqliteStatement;
  readonly #software: SqliteStatement;
  readonly #day: SqliteStatement;
  readonly #days: SqliteStatement;
  readonly #setDay: SqliteStatement;
  readonly #deleteDays: SqliteStatement;
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
    this.#day = database
      .prepare("SELECT hours FROM observatory_days WHERE node = ? AND day = ?")
      .pluck();
    this.#days = database
      .prepare(
        "SELECT day, hours FROM observatory_days WHERE node = ? AND day BETWEEN ? AND ? ORDER BY day",
      )
      .raw();
    this.#setDay = database.prepare(
      "INSERT OR REPLACE INTO observatory_days (node, day, hours) VALUES (?, ?, ?)",
    );
    this.#deleteDays = database.prepare(
      `DELETE FROM observatory_days
      WHERE node IN (SELECT number FROM observatory_nodes) AND day < ?`,
    );
    this.#deleteNodes = database.prepare(
      `DELETE FROM observatory_nodes
      WHERE NOT EXISTS (SELECT 1 FROM observatory_days WHERE node = number)`,
    );
  }

  /** Adds an observation to its hour. */
  add(nodeID: NodeId, observed: ObservedHour): void {
    const node = (this.#nodeNumber.get(nodeID) ?? this.#addNode.get(nodeID)) as number;
    const { day, hourOfDay } = placeOf(observed.hour);
    const found = this.#day.get(node, day) as Uint8Array | undefined;
    const hours = found === undefined ? emptyDay() : new Uint8Array(found);
    const known = readHour(hours, hourOfDay);
    const sum =
      known === undefined ? observed : mergedHour(this.#shown(known, observed.hour), observed);
    writeHour(hours, hourOfDay, { ...sum, software: this.#numberOf(sum.software) });
    this.#setDay.run(node, day, hours);
  }

  between(nodeID: NodeId, fromSeconds: number, toSeconds: number): ObservedHour[] {
    const node = this.#nodeNumber.get(nodeID) as number | undefined;
    if (node === undefined) return [];
    const [from, to] = [hourAt(fromSeconds), hourAt(toSeconds)];
    const found: ObservedHour[] = [];
    const rows = this.#days.iterate(node, placeOf(from).day, placeOf(to).day);
    for (const [day, hours] of rows as Iterable<[number, Uint8Array]>) {
      for (let hourOfDay = 0; hourOfDay < hoursOfDay; hourOfDay++) {
        const hour = day * hoursOfDay + hourOfDay;
        if (hour < from || hour > to) continue;
        const stored = readHour(hours, hourOfDay);
        if (stored !== undefined) found.push(this.#shown(stored, hour));
      }
    }
    return found;
  }

  /** Deletes the days that ended before a time in Unix seconds. */
  deleteBefore(unixSeconds: number): void {
    this.#deleteDays.run(placeOf(hourAt(unixSeconds)).day);
    this.#deleteNodes.run();
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

function placeOf(hour: number): { readonly day: number; readonly hourOfDay: number } {
  return { day: Math.floor(hour / hoursOfDay), hourOfDay: hour % hoursOfDay };
}
