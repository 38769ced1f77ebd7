import type { BytesKey } from "../../formats/bytes.ts";
import { keyOf } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { type GoJson, GoMembers, parseGoJson } from "../../formats/go-json.ts";
import { parseId } from "../../formats/id.ts";
import { readFileOrContent } from "../files/file-or-content.ts";
import type { FileOrContent } from "../node-config.ts";
import { StartError } from "../node-config.ts";

/** Aliases that the user configured for VMs or chains, by ID. */
export type Aliases = ReadonlyMap<BytesKey, readonly string[]>;

/** Reads a JSON map of IDs to lists of names. Throws StartError. avalanchego config/config.go getAliases @ v1.12.1 */
export function readAliases(what: "vm" | "chain", source: FileOrContent): Aliases {
  const json = readFileOrContent(source);
  if (json === undefined) return new Map();
  try {
    return parseAliases(json);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new StartError(`unmarshalling failed on ${what} aliases: ${error.message}`);
  }
}

function parseAliases(json: Uint8Array): Aliases {
  const root = parseGoJson(json);
  if (root === null) return new Map();
  if (!(root instanceof GoMembers)) {
    throw new FormatError("expected an object that maps an ID to a list of names");
  }
  return new Map(root.entries.map(([id, names]) => [keyOf(parseId(id)), namesOf(id, names)]));
}

/** As in Go, null is no name at all, or an empty one. */
function namesOf(id: string, names: GoJson): string[] {
  const list = names ?? [];
  if (!Array.isArray(list) || list.some((name) => name !== null && typeof name !== "string")) {
    throw new FormatError(`expected a list of names for ${id}`);
  }
  return list.map((name) => name ?? "") as string[];
}
