import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("CONTRIBUTING.md", root), "utf8");

/** The steps of each walk: the first cell of a row, and the file in the second. */
const walks = [...page.matchAll(/^<!-- walk: (.+) -->\n\n((?:\|.*\n)+)/gm)].map(
  ([, name, table = ""]) => {
    const rows = table.trim().split("\n").slice(2);
    return { name, steps: rows.map((row) => row.split("|").map((cell) => cell.trim())) };
  },
);

test("there are four walks", () => {
  expect(walks.map(({ name }) => name)).toEqual(["method", "error", "transaction type", "upgrade"]);
});

test.each(walks)("the walk to add a $name has numbered steps with a file each", ({ steps }) => {
  for (const [at, [, step, file, consequence]] of steps.entries()) {
    expect(step).toMatch(new RegExp(`^${at + 1}\\. `));
    expect(file).toMatch(/^`[^`]+`$/);
    expect(consequence).not.toBe("");
  }
});

test.each(walks)("every path in the walk to add a $name exists", ({ steps }) => {
  const paths = steps.flatMap((cells) =>
    [...cells.join(" ").matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!),
  );
  expect(paths.length).toBeGreaterThanOrEqual(steps.length - 1);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
