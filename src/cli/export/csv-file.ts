import { columnsOf, lineFile, type RowFileKind } from "./row-file.ts";

/** Comma-separated values with a header, as PostgreSQL's COPY reads them: null is empty, bytes are `\x` and hexadecimal. */
export const csvFiles: RowFileKind = {
  extension: "csv",
  open: (path, table) => {
    const names = columnsOf(table).map(([name]) => name);
    return lineFile(path, `${names.join(",")}\n`, (row) => {
      return `${names.map((name) => fieldOf(row[name])).join(",")}\n`;
    });
  },
};

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (typeof value !== "string") return String(value);
  // Quotes distinguish an empty text from null.
  return value === "" || /[",\r\n\\]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
