import { readFileSync } from "node:fs";
import type { Difference } from "./differences.ts";
import type { ExchangeFile } from "./exchange.ts";

/** An accepted difference, in one or more exchanges of a file. */
export type Exception = {
  readonly lines: ReadonlySet<number>;
  /** Where it is, as an expression. */
  readonly at: string;
  /** Our value there, as an expression over its JSON text; empty when our answer has none. */
  readonly ours: string;
  /** Heading in docs/decisions/0005-differences-from-avalanchego.md. */
  readonly reason: string;
};

type Written = Omit<Exception, "lines"> & {
  readonly file: ExchangeFile;
  /** `7, 10-12` */
  readonly lines: string;
};

const written = JSON.parse(
  readFileSync(new URL("exceptions.json", import.meta.url), "utf8"),
) as readonly Written[];

export function exceptionsOf(file: ExchangeFile): readonly Exception[] {
  return written
    .filter((exception) => exception.file === file)
    .map((exception) => ({ ...exception, lines: new Set(numbersOf(exception.lines)) }));
}

export function covers(exception: Exception, line: number, difference: Difference): boolean {
  const { lines, at, ours } = exception;
  return (
    lines.has(line) &&
    new RegExp(`^(${at})$`).test(difference.at) &&
    new RegExp(`^(${ours})$`, "s").test(difference.ours ?? "")
  );
}

function numbersOf(ranges: string): number[] {
  return ranges.split(", ").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number) as [number, number?];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
