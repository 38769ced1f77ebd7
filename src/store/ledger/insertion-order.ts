const indexMax = 2 ** 20;

/**
 * Rows in about the order of the table, so that neighbours are written together: by the first four bytes of their keys, then
 * as they came. Numbers are sorted without calling a function for each pair.
 */
export function insertionOrder<T>(rows: readonly T[], keyOf: (row: T) => Uint8Array): readonly T[] {
  if (rows.length < 2 || rows.length > indexMax) return rows;
  const order = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const key = keyOf(rows[index]!);
    const first = key[0]! * 2 ** 24 + key[1]! * 2 ** 16 + key[2]! * 2 ** 8 + key[3]!;
    order[index] = first * indexMax + index;
  }
  order.sort();
  return Array.from(order, (place) => rows[place % indexMax]!);
}
