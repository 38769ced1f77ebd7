/** How many of this many upstreams are a majority. Those that do not respond count against it. */
export function majorityOf(count: number): number {
  return Math.floor(count / 2) + 1;
}

/** Resolves to true as soon as this many answers are true, and to false when that is impossible. */
export function haveTrue(
  answers: readonly Promise<boolean | undefined>[],
  needed: number,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let missing = needed;
    let open = answers.length;
    if (missing <= 0 || open < missing) resolve(missing <= 0);
    for (const answer of answers) {
      answer.then((isTrue) => {
        open--;
        if (isTrue === true) missing--;
        if (missing <= 0) resolve(true);
        else if (open < missing) resolve(false);
      }, reject);
    }
  });
}
