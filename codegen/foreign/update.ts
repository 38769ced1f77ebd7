import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientFile, PackageInfo } from "../clients/language.ts";
import { reportChanges } from "../diff/main.ts";
import {
  formatJson,
  isObject,
  type JsonObject,
  objectAt,
  parseJson,
  textAt,
} from "../load/json.ts";
import { writeFiles } from "./files.ts";
import { UnusableDocument } from "./read.ts";
import { comparedVersion } from "./subscriptions/compared.ts";

/** Says what the package is made from, and what its files were, so that the next run sees what people changed. */
const recordFile = "couloir.json";
/** The document that the package is made from: the next run compares with it. */
const documentFile = "openrpc.json";
const changelogFile = "CHANGELOG.md";

export type Update = {
  readonly written: number;
  /** Files that people have changed since the last run, and that are not marked as generated. */
  readonly kept: readonly string[];
};

/** Writes a package into a folder. What people changed there stays, except in files that say that they are generated. */
export function updatePackage(
  folder: string,
  made: readonly ClientFile[],
  document: JsonObject,
  info: PackageInfo,
  language: string,
): Update {
  const text = formatJson(document);
  const before = readRecord(folder);
  const isKept = ({ path, text: now }: ClientFile) => {
    if (/@generated|Code generated .* DO NOT EDIT/.test(now.slice(0, 300))) return false;
    const found = readText(folder, path);
    return found !== undefined && found !== now && hash(found) !== before.get(path);
  };
  // A folder that an older version has written has no record: it is as that version left it.
  const kept = before.size === 0 ? [] : made.filter(isKept);
  const files = made.filter((file) => !kept.includes(file));
  const changelog = { path: changelogFile, text: changelogOf(folder, document, info) };
  const record = {
    generator: "couloir contract client",
    language,
    document: { title: info.title, version: info.version, sha256: hash(text) },
    files: Object.fromEntries(made.map((file) => [file.path, hash(file.text)])),
  };
  writeFiles(folder, [
    ...files,
    changelog,
    { path: documentFile, text },
    { path: recordFile, text: `${JSON.stringify(record, undefined, 2)}\n` },
  ]);
  return { written: files.length + 3, kept: kept.map(({ path }) => path) };
}

/** The changelog with an entry for what the document has changed since the last run, above what it has. */
function changelogOf(folder: string, document: JsonObject, info: PackageInfo): string {
  const title = "# Changelog\n";
  const found = readText(folder, changelogFile);
  const before = readJson(folder, documentFile);
  if (found === undefined || before === undefined) {
    return found ?? `${title}\n## ${info.version}\n\nThe first version.\n`;
  }
  const lines: string[] = [];
  const versions = [comparedVersion(before), comparedVersion(document)] as const;
  reportChanges(...versions, false, (text) => lines.push(text));
  const changes = lines.join("");
  const isNewVersion = textAt(objectAt(before, "info"), "version") !== info.version;
  if (changes.startsWith("no changes") && !isNewVersion) return found;
  const entry = `## ${info.version}\n\n\`\`\`\n${changes.trimEnd()}\n\`\`\`\n`;
  return found.startsWith(title)
    ? `${title}\n${entry}${found.slice(title.length)}`
    : `${entry}\n${found}`;
}

/** The hashes of the files as the last run wrote them. */
function readRecord(folder: string): ReadonlyMap<string, string> {
  const files = objectAt(readJson(folder, recordFile), "files");
  return new Map(Object.entries(files).map(([path, value]) => [path, String(value)]));
}

/** An object that the last run wrote. Throws UnusableDocument if it is not JSON any more. */
function readJson(folder: string, path: string): JsonObject | undefined {
  const text = readText(folder, path);
  if (text === undefined) return undefined;
  try {
    const json = parseJson(text);
    if (isObject(json)) return json;
  } catch {
    // The message below is the same.
  }
  throw new UnusableDocument(`${join(folder, path)} is not a JSON object: restore or delete it`);
}

function readText(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
