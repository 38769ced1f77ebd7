import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { bundleSources } from "../load/bundle.ts";
import { isObject, type JsonObject, parseJson } from "../load/json.ts";
import { readSources } from "../load/read.ts";
import type { Documents } from "./documents.ts";

/** The documents of each profile, by name; documents without profiles have the empty name. */
export type ContractVersion = ReadonlyMap<string, Documents>;

/** Something that cannot be read as a contract, because of the caller's input. */
export class UnreadableContract extends Error {}

/**
 * Reads a version of the contract: a folder that contains `openrpc/`, a folder of self-contained
 * documents or of such folders by profile, one document, or `openrpc/` of a git revision of the
 * repository at `root`. Throws UnreadableContract.
 */
export function readContract(place: string, root: string): ContractVersion {
  if (!existsSync(place)) return ofRevision(place, root);
  if (!statSync(place).isDirectory()) return new Map([["", new Map([["", readDocument(place)]])]]);
  if (existsSync(join(place, "openrpc/common.json"))) return ofSources(place);
  if (existsSync(join(place, "common.json")) && basename(place) === "openrpc") {
    return ofSources(dirname(place));
  }
  const entries = readdirSync(place, { withFileTypes: true });
  const here = documentsIn(place);
  if (here.size > 0) return new Map([["", here]]);
  const folders = entries.filter((entry) => entry.isDirectory());
  const profiles = folders.map(({ name }) => [name, documentsIn(join(place, name))] as const);
  const found = new Map(profiles.filter(([, documents]) => documents.size > 0));
  if (found.size === 0) throw new UnreadableContract(`${place} has no OpenRPC documents`);
  return found;
}

function ofSources(root: string): ContractVersion {
  return new Map(
    bundleSources(readSources(root)).map(({ name, bundles }) => [
      name,
      new Map(bundles.map(({ api, json }) => [api, json])),
    ]),
  );
}

function documentsIn(folder: string): Documents {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(
    files.map((name) => [name.slice(0, -".json".length), readDocument(join(folder, name))]),
  );
}

function readDocument(path: string): JsonObject {
  try {
    const json = parseJson(readFileSync(path, "utf8"));
    if (isObject(json) && Array.isArray(json["methods"])) return json;
  } catch (error) {
    throw new UnreadableContract(`${path}: ${(error as Error).message}`);
  }
  throw new UnreadableContract(`${path} is no OpenRPC document`);
}

function ofRevision(revision: string, root: string): ContractVersion {
  const git = (...args: readonly string[]) => {
    const stdio = ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"];
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio, maxBuffer: 2 ** 27 });
  };
  let paths: readonly string[];
  try {
    const listed = git("ls-tree", "-r", "--name-only", "--end-of-options", revision, "openrpc/");
    paths = listed.split("\n").filter((path) => path.endsWith(".json"));
  } catch {
    throw new UnreadableContract(`${revision} is neither a file, a folder nor a git revision`);
  }
  if (paths.length === 0) throw new UnreadableContract(`${revision} has no openrpc/`);
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  try {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), git("show", "--end-of-options", `${revision}:${path}`));
    }
    return ofSources(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
