/** Fragments of the page that are not those of methods, types or errors. */
const fragments = "main title types errors events status anything".split(" ");

/** A name for each of the wanted ones, unlike those taken and unlike each other, without slashes. */
export function freeNames(
  wanted: readonly string[],
  taken: readonly string[],
  kind: string,
): ReadonlyMap<string, string> {
  const used = new Set([...fragments, ...taken]);
  return new Map(
    wanted.map((name) => {
      const plain = name.replaceAll(/[/#%]/g, "_");
      const candidates = [plain, `${plain} (${kind})`];
      let free = candidates.find((each) => !used.has(each));
      for (let number = 2; free === undefined; number++) {
        const numbered = `${plain} (${kind} ${number})`;
        if (!used.has(numbered)) free = numbered;
      }
      used.add(free);
      return [name, free];
    }),
  );
}
