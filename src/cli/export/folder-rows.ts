import { createHash } from "node:crypto";
import { join } from "node:path";
import type { TableSchema } from "../../store/ledger/column.ts";
import { compareKeys } from "../../store/ledger/compare-rows.ts";
import {
  canonicalText,
  type ExportedTable,
  heightOrder,
  type RowTable,
} from "../../store/ledger/rows.ts";
import { type LedgerRow, ledgerSchema } from "../../store/ledger/schema.ts";
import type { ExportFormat } from "../commands/ledger-export-arguments.ts";
import type { ExportedFile, Manifest } from "./export-tables.ts";
import { rowReaders } from "./read-rows.ts";

/**
 * The rows of a table in an exported folder, by the height at which they began and then by key, or by key if no column has
 * that height. Calls `onProblem` for a file whose rows the manifest does not describe, and for one that cannot be read to
 * its end.
 */
export async function* folderRows<Name extends RowTable>(
  folder: string,
  manifest: Manifest,
  name: Name,
  onProblem: (problem: string) => void,
): AsyncIterable<LedgerRow<Name>> {
  const files = manifest.tables[name]!.files;
  const rows = async function* () {
    for (const file of files) yield* fileRows(folder, { name, file, manifest }, onProblem);
  };
  if (heightOrder(name) !== undefined) {
    yield* rows();
    return;
  }
  const all: LedgerRow<Name>[] = [];
  for await (const row of rows()) all.push(row);
  const { key }: TableSchema = ledgerSchema[name];
  yield* all.sort((one, other) => compareKeys(one, other, key));
}

/** What crossed between chains, by key. */
export function folderCrossings(
  folder: string,
  manifest: Manifest,
  onProblem: (problem: string) => void,
): AsyncIterable<LedgerRow<"crossings">> {
  return fileRows(folder, { name: "crossings", file: manifest.crossings, manifest }, onProblem);
}

async function* fileRows<Name extends ExportedTable>(
  folder: string,
  {
    name,
    file,
    manifest,
  }: {
    readonly name: Name;
    readonly file: Pick<ExportedFile, "path" | "rows" | "sha256">;
    readonly manifest: Manifest;
  },
  onProblem: (problem: string) => void,
): AsyncIterable<LedgerRow<Name>> {
  const digest = createHash("sha256");
  const read = rowReaders[manifest.format as ExportFormat];
  let count = 0;
  try {
    for await (const row of read(join(folder, file.path), ledgerSchema[name])) {
      digest.update(`${canonicalText(name, row as LedgerRow<Name>)}\n`);
      count += 1;
      yield row as LedgerRow<Name>;
    }
  } catch (error) {
    const last = count === 0 ? "" : ` after ${count} rows`;
    onProblem(`couldn't read ${file.path}${last}: ${(error as Error).message}`);
    return;
  }
  const sha256 = digest.digest("hex");
  if (count !== file.rows || sha256 !== file.sha256) {
    onProblem(
      `${file.path} has ${count} rows with the digest ${sha256}, the manifest says ${file.rows} with ${file.sha256}`,
    );
  }
}
