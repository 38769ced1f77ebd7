import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["", "bench", "clients", "codegen", "docs", "openrpc", "playground", "src", "test"];

const pages = folders.flatMap((folder) => {
  if (!existsSync(join(root, folder))) return [];
  const recursive = folder !== "";
  return readdirSync(join(root, folder), { recursive, encoding: "utf8" })
    .filter(
      (name) => name.endsWith(".md") && !/(^|\/)(node_modules|target|build|dist)\//.test(name),
    )
    .map((name) => join(folder, name));
});

test.each(pages)("every link of %s leads somewhere", (page) => {
  const text = readFileSync(join(root, page), "utf8").replaceAll(
    /^```[\s\S]*?^```|`[^`\n]*`/gm,
    "",
  );
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
  expect(targets.filter((target) => !leadsSomewhere(page, target))).toEqual([]);
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? join(root, page) : join(root, dirname(page), decodeURIComponent(path));
  if (!existsSync(file)) return false;
  if (anchor === undefined || statSync(file).isDirectory()) return true;
  return anchorsOf(file).includes(anchor);
}

/** As GitHub makes them: lower case, blanks to dashes, no other punctuation. */
function anchorsOf(file: string): readonly string[] {
  return [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}
