import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../src");

test("src/ parses JSON in one place, which keeps every digit of an integer", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const parsing = files
    .filter((file) => file.endsWith(".ts") && !file.startsWith("generated/"))
    .filter((file) => /\bJSON\.parse\(/.test(readFileSync(join(source, file), "utf8")));
  // The second decodes the names of members, which are strings.
  expect(parsing.sort()).toEqual(["formats/json-scan.ts", "formats/json.ts"]);
});
