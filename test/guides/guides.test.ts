import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAsShown, readGuide } from "./guide.ts";
import { runGuide } from "./run-guide.ts";

const folder = new URL("../../docs/guides/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
const guides = names.map((name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  return { name, text, guide: readGuide(text) };
});

test.each(guides)("$name says how to install each package that its programs import", ({ text }) => {
  const imported = [...text.matchAll(/^import .* from "((?:@[^/"]+\/)?[^/":]+)(?:\/[^"]*)?";$/gm)];
  const installed = [...text.matchAll(/npm install ([^\n`]+)/g)]
    .map(([, names]) => names)
    .join(" ");
  const missing = imported.filter(
    ([, name]) => !new RegExp(`(^|[ /])${name}[@*-]`).test(installed),
  );
  expect(missing.map(([, name]) => name)).toEqual([]);
});

for (const { name, guide } of guides) {
  const needed = ["bash", "curl"];
  const missing = needed.filter((tool) => spawnSync(tool, ["--version"]).error !== undefined);
  if (missing.length > 0) console.log(`${name} is not run: ${missing.join(", ")} missing`);
  for (const reason of guide.notRun) console.log(`${name}, not run: ${reason}`);

  test.skipIf(missing.length > 0)(
    `what ${name} shows is what happens`,
    { timeout: 150_000 },
    async () => {
      const printed = await runGuide(guide);
      const differences = guide.commands.flatMap(({ line, text, expected }, at) => {
        const found = printed[at] ?? "the shell had ended";
        return isAsShown(expected, found)
          ? []
          : [`${name}:${line}: $ ${text}\n${expected}but printed\n${found}`];
      });
      expect(differences).toEqual([]);
    },
  );
}

test("there are guides, and most of what they show is run", () => {
  const commands = guides.flatMap(({ guide }) => guide.commands);
  const notRun = guides.flatMap(({ guide }) => guide.notRun);
  expect(guides.length).toBeGreaterThan(8);
  expect(commands.length).toBeGreaterThan(notRun.length * 5);
});

test("distinguishes commands that run from commands that are only shown", () => {
  expect(isAsShown('{"a": 1,\n "b": "..."}', '{"a":1,"b":"x y"}\n')).toBe(true);
  expect(isAsShown('{"a": 1}', '{"a":2}')).toBe(false);
  expect(isAsShown("", "a line\n")).toBe(false);
  expect(isAsShown("a.b", "aXb")).toBe(false);
});

test("rejects a block that no command proves", () => {
  expect(() => readGuide("text\n\n```sh\nls\n```\n")).toThrow(
    "line 4: a block that nothing proves",
  );
  expect(() => readGuide("```console\nls\n```\n")).toThrow("line 2: an answer to nothing");
});
