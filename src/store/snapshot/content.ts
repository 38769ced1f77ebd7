import { createHash, type Hash } from "node:crypto";
import { decodeBytes } from "../../formats/encoding.ts";
import { parseJson } from "../../formats/json.ts";
import { formatTimeNanos } from "../../formats/time.ts";
import { parseContainer } from "../container-log.ts";
import { Containers } from "../containers.ts";
import { ProposerTips } from "../proposer-tip.ts";
import type { SqliteDatabase } from "../sqlite.ts";
import {
  formatRow,
  parseCells,
  type Row,
  rowsOf,
  type Section,
  type SnapshotHeights,
  SnapshotMalformed,
  sections,
} from "./sections.ts";

/** Increase it when the content of the same state changes. */
export const snapshotVersion = 1;

/** The first line of a snapshot. */
export type SnapshotHeader = {
  readonly format: "couloir snapshot";
  readonly version: number;
  readonly networkID: number;
  readonly network: string;
  readonly genesisID: string;
  /** Decimal text. */
  readonly height: string;
  readonly blockID: string;
  /** The chain's time in Unix seconds, as decimal text. */
  readonly timestamp: string;
  /** The height from which on it has the validator sets, as decimal text. */
  readonly validatorsFrom: string;
  /** The upgrades that were active, with their times. */
  readonly upgrades: Readonly<Record<string, string>>;
};

export function heightsOf({ height, validatorsFrom }: SnapshotHeader): SnapshotHeights {
  return { height: BigInt(height), validators: BigInt(validatorsFrom) };
}

/** A line of the content, without its end, and the section that it belongs to. */
export type SnapshotLine = { readonly section: string; readonly line: string };

const containerSection = "container";

/** The lines after the header, of a store whose last accepted block is that of the snapshot. */
export function* bodyLines(
  database: SqliteDatabase,
  heights: SnapshotHeights,
): Iterable<SnapshotLine> {
  for (const section of sections) {
    for (const row of rowsOf(section, database, heights)) {
      yield { section: section.name, line: formatRow(section, row) };
    }
  }
  const container = containerAt(database, heights.height);
  if (container === undefined) return;
  const hex = Buffer.from(container).toString("hex");
  yield { section: containerSection, line: JSON.stringify([containerSection, hex]) };
}

/** The P-chain's container at a height; undefined if the store does not keep it. */
export function containerAt(database: SqliteDatabase, height: bigint): Uint8Array | undefined {
  const text = new Containers(database, "P/block").byIndex(height - 1n);
  return text === undefined ? undefined : decodeBytes(parseContainer(text).bytes, "hex");
}

/** The lowest height at which the blocks after the last accepted one can need a validator set. */
export function validatorsNeededFrom(database: SqliteDatabase, height: bigint): bigint {
  const tip = new ProposerTips(database).read();
  if (tip === undefined) return height;
  const { pChainHeight, epoch } = tip;
  const candidates = [
    height,
    ...(tip.isWrapped ? [pChainHeight] : []),
    ...(epoch ? [epoch.pChainHeight] : []),
  ];
  return candidates.reduce((least, each) => (each < least ? each : least));
}

/** Writes lines into an empty store. */
export class SnapshotFill {
  readonly #database: SqliteDatabase;
  readonly #height: bigint;
  readonly #nowNanos: bigint;
  readonly #sections = new Map(sections.map((section) => [section.name, section]));
  readonly #inserts = new Map<Section, (row: Row) => void>();

  /** `nowNanos` becomes the time of the container. */
  constructor(database: SqliteDatabase, height: bigint, nowNanos: bigint) {
    this.#database = database;
    this.#height = height;
    this.#nowNanos = nowNanos;
  }

  /** Throws SnapshotMalformed. Returns the name of the section. */
  write(line: string): string {
    const [name, ...cells] = parseLine(line);
    if (name === containerSection) {
      this.#writeContainer(cells[0]);
      return name;
    }
    const section = this.#sections.get(name as string);
    if (section === undefined) {
      throw new SnapshotMalformed(`there is no section ${JSON.stringify(name)}`);
    }
    let insert = this.#inserts.get(section);
    if (insert === undefined) {
      insert = section.insert(this.#database);
      this.#inserts.set(section, insert);
    }
    insert(parseCells(section, cells));
    return section.name;
  }

  #writeContainer(hex: unknown): void {
    const tip = new ProposerTips(this.#database).read();
    if (tip === undefined || typeof hex !== "string") {
      throw new SnapshotMalformed("a container has no proposer tip");
    }
    const bytes = Buffer.from(hex, "hex");
    new Containers(this.#database, "P/block").startAt(this.#height - 1n, {
      id: tip.id,
      bytes,
      timestampText: formatTimeNanos(this.#nowNanos),
    });
  }
}

function parseLine(line: string): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = parseJson(line);
  } catch (error) {
    throw new SnapshotMalformed("a line is not JSON", { cause: error });
  }
  if (!Array.isArray(parsed)) throw new SnapshotMalformed("a line is not an array");
  return parsed;
}

/** Throws SnapshotMalformed. */
export function parseHeader(line: string): SnapshotHeader {
  let header: Partial<SnapshotHeader>;
  try {
    header = parseJson(line) as Partial<SnapshotHeader>;
  } catch (error) {
    throw new SnapshotMalformed("it does not begin with the header of a snapshot", {
      cause: error,
    });
  }
  if (header?.format !== "couloir snapshot") {
    throw new SnapshotMalformed("it does not begin with the header of a snapshot");
  }
  if (header.version !== snapshotVersion) {
    throw new SnapshotMalformed(
      `it has version ${header.version}, but this program knows only version ${snapshotVersion}`,
    );
  }
  const numbers = [header.height, header.timestamp, header.validatorsFrom];
  const isComplete =
    numbers.every((text) => typeof text === "string" && /^\d+$/.test(text)) &&
    typeof header.networkID === "number" &&
    typeof header.network === "string" &&
    typeof header.genesisID === "string" &&
    typeof header.blockID === "string" &&
    typeof header.upgrades === "object";
  if (!isComplete) throw new SnapshotMalformed("its header is not complete");
  return header as SnapshotHeader;
}

/** The SHA-256 of a snapshot's lines, of all together and of each section. */
export class SnapshotDigest {
  readonly #all = createHash("sha256");
  readonly #sections = new Map<string, Hash>();

  add(section: string, line: string): void {
    const text = `${line}\n`;
    this.#all.update(text);
    let own = this.#sections.get(section);
    if (own === undefined) {
      own = createHash("sha256");
      this.#sections.set(section, own);
    }
    own.update(text);
  }

  finish(): SnapshotDigests {
    const sections = [...this.#sections].map(([name, hash]) => [name, hash.digest("hex")] as const);
    return { digest: this.#all.digest("hex"), sections: Object.fromEntries(sections) };
  }
}

/** In hex. */
export type SnapshotDigests = {
  readonly digest: string;
  readonly sections: Readonly<Record<string, string>>;
};

export const headerSection = "header";
