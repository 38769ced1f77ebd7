/** The name with the fewest edits to `wanted`, case aside; undefined when none is near. */
export const nearest = (wanted: string, names: readonly string[]): string | undefined => {
  if (wanted.length > 64) return undefined;
  const target = wanted.toLowerCase();
  let best: string | undefined;
  let bestEdits = Math.max(2, Math.floor(wanted.length / 4)) + 1;
  for (const name of names) {
    const edits = editDistance(target, name.toLowerCase());
    if (edits < bestEdits) {
      best = name;
      bestEdits = edits;
    }
  }
  return best;
};

const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
};
