/** A parameter of a statement. */
export type Value = string | number | bigint | null | readonly string[];

/** A row of text values. */
export type TextRow = readonly string[];

/** Rows of text values, with the names and PostgreSQL's type numbers of their columns. */
export type TypedRows = {
  readonly names: readonly string[];
  readonly types: readonly number[];
  readonly rows: readonly (readonly (string | null)[])[];
};

/** Leaves values as PostgreSQL sends them. */
export const asText = { getTypeParser: () => (value: string) => value };

/** The text of bytea. */
export function bytesText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString("hex")}`;
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text.slice(2), "hex");
}
