import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type Json, type JsonObject, parseJson, textAt } from "./json.ts";

/** A hand-written file of the contract. */
export type SourceFile = {
  /** `platform` for openrpc/platform.json. */
  readonly name: string;
  /** Path from the repository's root, for messages and headers. */
  readonly path: string;
  readonly json: JsonObject;
};

/** The hand-written contract on disk. */
export type Sources = {
  readonly common: SourceFile;
  /** Components by topic. Every document can refer to them, as to those of common.json. */
  readonly components: readonly SourceFile[];
  /** The method object of `rpc.discover`, which every document gets. */
  readonly discover: SourceFile | undefined;
  readonly documents: readonly SourceFile[];
  /** Each after the one that it extends. */
  readonly profiles: readonly SourceFile[];
};

const documentOrder = [
  "info",
  "health",
  "platform",
  "proposervm",
  "ledger",
  "watch",
  "keystore",
  "index",
  "avm",
  "avax",
  "dev",
];

/** Reads openrpc/*.json, openrpc/components/*.json and openrpc/profiles/*.json below `root`. */
export function readSources(root: string): Sources {
  const files = readFolder(root, "openrpc");
  const common = files.find((file) => file.name === "common");
  if (common === undefined) throw new Error("openrpc/common.json is missing");
  const documents = files.filter((file) => file.name !== "common" && file.name !== "discover");
  return {
    common,
    components: readFolder(root, "openrpc/components"),
    discover: files.find((file) => file.name === "discover"),
    documents: documents.toSorted((a, b) => rank(a.name) - rank(b.name)),
    profiles: readFolder(root, "openrpc/profiles").toSorted((a, b) => depth(a) - depth(b)),
  };
}

/** A profile that extends another comes later. */
function depth({ json }: SourceFile): number {
  return textAt(json, "extends") === undefined ? 0 : 1;
}

/** Known documents in reading order, then others by name. */
function rank(name: string): number {
  const index = documentOrder.indexOf(name);
  return index === -1 ? documentOrder.length : index;
}

function readFolder(root: string, folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const path = `${folder}/${name}`;
      return { name: name.slice(0, -".json".length), path, json: readObject(root, path) };
    });
}

function readObject(root: string, path: string): JsonObject {
  let json: Json;
  try {
    json = parseJson(readFileSync(join(root, path), "utf8"));
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(json)) throw new Error(`${path} does not hold an object`);
  return json;
}
