import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatId } from "../../formats/id.ts";
import { parseJson } from "../../formats/json.ts";
import { StartError } from "../../node/node-config.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { type RowTable, rowTables } from "../../store/ledger/rows.ts";
import { ledgerSchema } from "../../store/ledger/schema.ts";
import { exportFormats } from "../commands/ledger-export-arguments.ts";
import type { Manifest } from "./export-tables.ts";
import { loadScript } from "./load-script.ts";

/** Reads the manifest of an exported folder. Throws StartError if it is invalid, incomplete or of another chain. */
export function readManifest(
  folder: string,
  networkID: number,
  blocks: ChainStore["blocks"],
): Manifest {
  const manifest = parsedManifest(folder);
  if (manifest.networkID !== networkID) {
    refuse(`${folder} is of network ${manifest.networkID}, not of ${networkID}`);
  }
  const { toHeight, toBlockID, genesisBlockID } = manifest;
  const genesis = blocks.byHeight(0n);
  if (genesis !== undefined && formatId(genesis.id) !== genesisBlockID) {
    refuse(
      `${folder} is of another chain: its genesis block is ${genesisBlockID}, the store's ${formatId(genesis.id)}`,
    );
  }
  const own = blocks.byHeight(BigInt(toHeight));
  if (own === undefined) {
    return refuse(
      `${folder} has rows up to height ${toHeight}, the store only blocks up to ${blocks.lastAccepted().height}`,
    );
  }
  if (formatId(own.id) !== toBlockID) {
    refuse(
      `${folder} is of another chain: its block ${toHeight} is ${toBlockID}, the store's ${formatId(own.id)}`,
    );
  }
  return manifest;
}

/** The files of tables that a manifest lacks, which a program that reads all files of a table would read, too. */
export function unlistedFiles(folder: string, { tables, crossings }: Manifest): string[] {
  const files = Object.values(tables).flatMap((table) => table.files);
  const listed = new Set([...files, crossings].map(({ path }) => path));
  return (
    [...rowTables, "crossings"]
      .filter((name) => existsSync(join(folder, name)))
      .flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
      // Patterns such as txs/* leave hidden files out.
      .filter((path) => !listed.has(path) && !path.includes("/."))
  );
}

/** Whether the script that loads the files is another one than these files have. A folder does not need it. */
export function hasOtherScript(folder: string, { format, tables, crossings }: Manifest): boolean {
  const path = join(folder, "load.sql");
  if (format !== "csv" || !existsSync(path)) return false;
  return readFileSync(path, "utf8") !== loadScript(tables, crossings);
}

function parsedManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, "manifest.json"), "utf8");
  } catch (error) {
    return refuse(
      `--folder: ${folder} has no manifest (${(error as Error).message}): choose a folder that couloir ledger export has completed`,
    );
  }
  const manifest = read(text);
  return manifest ?? refuse(`--folder: ${folder} has a manifest that this version cannot read`);
}

/** Undefined if it is invalid, of another version, or has other tables or columns. */
function read(text: string): Manifest | undefined {
  try {
    const manifest = parseJson(text) as unknown as Manifest;
    const isKnown =
      manifest.version === 1 && exportFormats.some((each) => each === manifest.format);
    const hasHeights = [manifest.fromHeight, manifest.toHeight].every(isHeight);
    const hasIDs = [manifest.genesisBlockID, manifest.toBlockID].every(isText);
    const { crossings, tables } = manifest;
    const isCovered = hasColumns("crossings", crossings) && isFileOf("crossings", crossings);
    const isTable = (name: RowTable) =>
      hasColumns(name, tables[name]!) && tables[name]!.files.every((file) => isFileOf(name, file));
    const isComplete = isCovered && rowTables.every(isTable);
    return isKnown && hasHeights && hasIDs && isComplete ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function hasColumns(name: keyof typeof ledgerSchema, { columns }: { columns: unknown }): boolean {
  return JSON.stringify(columns) === JSON.stringify(Object.keys(ledgerSchema[name].columns));
}

/** Whether it is in the folder of its table. */
function isFileOf(name: string, { path }: { readonly path: string }): boolean {
  return path.startsWith(`${name}/`) && !path.includes("..");
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isHeight(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function refuse(message: string): never {
  throw new StartError(message);
}
