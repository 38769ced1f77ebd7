import { formatHex } from "../../formats/hex.ts";
import { columnsOf, lineFile, type RowFileKind } from "./row-file.ts";

/** A JSON object per line: bytes as `0x` and hexadecimal, exact amounts as decimal text. */
export const ndjsonFiles: RowFileKind = {
  extension: "ndjson",
  open: (path, table) => {
    const names = columnsOf(table).map(([name]) => name);
    return lineFile(path, "", (row) => {
      const members = names.map((name) => [name, jsonOf(row[name])]);
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    });
  },
};

function jsonOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return formatHex(value);
  return typeof value === "bigint" ? String(value) : value;
}
