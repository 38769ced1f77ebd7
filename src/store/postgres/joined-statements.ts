import type { ReadAll, Statement } from "./snapshots.ts";
import type { TypedRows } from "./values.ts";

/** A statement, and PostgreSQL's types of its values where they are known. */
export type TypedStatement = Statement & { readonly types: readonly (string | undefined)[] };

/**
 * Reads the rows of statements. Those that differ in values only become one statement that runs for each of their values:
 * PostgreSQL takes longer to start a statement than to find a row by its key.
 */
export async function readJoined(
  statements: readonly TypedStatement[],
  read: ReadAll,
): Promise<readonly TypedRows[]> {
  const groups = [...groupsOf(statements).values()];
  const found = await read(groups.map((group) => joined(group.map((at) => statements[at]!))));
  const rows: TypedRows[] = [];
  for (const [number, group] of groups.entries()) {
    const parts = group.length === 1 ? [found[number]!] : partsOf(found[number]!, group.length);
    for (const [part, at] of group.entries()) rows[at] = parts[part]!;
  }
  return rows;
}

/** The places of statements that can be one. Values without a type must be the same in all. */
function groupsOf(statements: readonly TypedStatement[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [at, { sql, values, types }] of statements.entries()) {
    const fixed = values.filter((_, part) => types[part] === undefined);
    const key = JSON.stringify([sql, types, fixed, fixed.length === values.length && at]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  }
  return groups;
}

/** A statement for a group, whose first column is the number of the entry from 1. */
function joined(group: readonly TypedStatement[]): Statement {
  const [first] = group as [TypedStatement];
  if (group.length === 1) return first;
  const values = first.values.map((value, part) =>
    first.types[part] === undefined ? value : group.map((each) => each.values[part] as string),
  );
  const given = [...first.types.entries()].filter(([, type]) => type !== undefined);
  const arrays = given.map(([part, type]) => `$${part + 1}::${type}[]`);
  const columns = given.map(([part]) => `value${part + 1}`);
  const each = first.sql.replace(/\$(\d+)/g, (parameter, number: string) =>
    first.types[Number(number) - 1] === undefined ? parameter : `entry.value${number}`,
  );
  return {
    sql: `SELECT entry.number, found.*
      FROM unnest(${arrays.join(", ")}) WITH ORDINALITY AS entry (${columns.join(", ")}, number)
      CROSS JOIN LATERAL (${each}) AS found`,
    values,
  };
}

function partsOf({ names, types, rows }: TypedRows, count: number): TypedRows[] {
  const parts = Array.from({ length: count }, (): (readonly (string | null)[])[] => []);
  for (const [number, ...row] of rows) parts[Number(number) - 1]!.push(row);
  const columns = { names: names.slice(1), types: types.slice(1) };
  return parts.map((part) => ({ ...columns, rows: part }));
}
