/** The known word that differs from a mistyped one by one letter: one more, one less, another, or two swapped. */
export function spelled(word: string, known: Iterable<string>): string | undefined {
  // Shorter words differ by one letter from too many others.
  if (word.length < 4) return undefined;
  for (const each of known) if (each.length >= 4 && isOneOff(word, each)) return each;
  return undefined;
}

function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
