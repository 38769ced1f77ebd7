import type { BytesKey } from "../../formats/bytes.ts";
import { keyOf } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { parseId } from "../../formats/id.ts";
import { parseJson } from "../../formats/json.ts";
import { readTextOrContent } from "../files/file-or-content.ts";
import type { FileOrContent } from "../node-config.ts";
import { StartError } from "../node-config.ts";

/** Aliases that the user configured for VMs or chains, by ID. */
export type Aliases = ReadonlyMap<BytesKey, readonly string[]>;

/** Reads a JSON map of IDs to lists of names. Throws StartError. avalanchego config/config.go getAliases @ v1.12.1 */
export function readAliases(what: "vm" | "chain", source: FileOrContent): Aliases {
  const text = readTextOrContent(source);
  if (text === undefined) return new Map();
  try {
    return parseAliases(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new StartError(`unmarshalling failed on ${what} aliases: ${error.message}`);
  }
}

function parseAliases(text: string): Aliases {
  const root = parseJson(text);
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    throw new FormatError("expected an object that maps an ID to a list of names");
  }
  return new Map(
    Object.entries(root).map(([id, names]) => {
      if (!Array.isArray(names) || names.some((name) => typeof name !== "string")) {
        throw new FormatError(`expected a list of names for ${id}`);
      }
      return [keyOf(parseId(id)), names as string[]] as const;
    }),
  );
}
