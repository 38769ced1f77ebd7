import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { packageWriters } from "../../codegen/clients/package-writers.ts";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { main } from "../../codegen/foreign/main.ts";
import type { JsonObject } from "../../codegen/load/json.ts";

const root = mkdtempSync(join(tmpdir(), "contract-update-"));
afterAll(() => rmSync(root, { recursive: true }));

const document = (version: string, ...names: readonly string[]): JsonObject => ({
  openrpc: "1.4.1",
  info: {
    title: "Shop",
    version,
    license: { name: "Apache 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0.html" },
  },
  methods: names.map((name) => ({
    name,
    params: [],
    result: { name: "result", schema: { type: "integer", minimum: 0, maximum: 2 ** 40 } },
  })),
});

/** Runs the command as people do, and returns what it prints. */
async function generate(language: string, own: JsonObject): Promise<string> {
  const path = join(root, "shop.json");
  writeFileSync(path, JSON.stringify(own));
  const printed: string[] = [];
  const out = (text: string) => void printed.push(text);
  const args = ["client", "--language", language, "--out", join(root, language), path];
  const code = await main(args, { out, err: out, stopped: async () => {} });
  expect([code, printed.join("")]).toEqual([0, expect.any(String)]);
  return printed.join("");
}

const read = (language: string, path: string) => readFileSync(join(root, language, path), "utf8");

test.each([...packageWriters.keys()])(
  "the %s package keeps what people changed in files that are not marked, and writes the rest again",
  async (language) => {
    await generate(language, document("1.0.0", "count"));
    const files = Object.keys(JSON.parse(read(language, "couloir.json")).files);
    const marked = files.find((path) => /@generated|Code generated/.test(read(language, path)));
    const text = read(language, marked ?? "");
    writeFileSync(join(root, language, marked ?? ""), `${text}// changed\n`);
    writeFileSync(join(root, language, "README.md"), "Ours.\n");
    expect(await generate(language, document("1.1.0", "count", "total"))).toContain(
      "kept README.md, which you have changed\n",
    );
    expect(read(language, "README.md")).toBe("Ours.\n");
    expect(read(language, marked ?? "")).not.toContain("// changed");
    const all = files.map((path) => read(language, path)).join("\n");
    expect(all).toMatch(/total/i);
    expect(all).not.toContain("1.0.0</version>");
    // What the first run wrote and nobody changed follows the document.
    expect(await generate(language, document("1.2.0", "count"))).toContain("kept README.md");
  },
);

test("the changelog has what each version of the document changed, above what people wrote", async () => {
  const language = "typescript";
  rmSync(join(root, language), { recursive: true, force: true });
  await generate(language, document("1.0.0", "count"));
  expect(read(language, "CHANGELOG.md")).toBe("# Changelog\n\n## 1.0.0\n\nThe first version.\n");
  writeFileSync(join(root, language, "CHANGELOG.md"), "# Changelog\n\n## 1.0.0\n\nOurs.\n");
  await generate(language, document("2.0.0", "total"));
  const text = read(language, "CHANGELOG.md");
  expect(text).toMatch(/^# Changelog\n\n## 2\.0\.0\n\n```\nbreaking \(1\)\n {2}count: /);
  expect(text).toContain("1 breaking, 1 compatible changes\n```\n\n## 1.0.0\n\nOurs.\n");
  await generate(language, document("2.0.0", "total"));
  expect(read(language, "CHANGELOG.md")).toBe(text);
});

test("the record names the document, and its text is there", async () => {
  const language = "go";
  rmSync(join(root, language), { recursive: true, force: true });
  await generate(language, document("1.0.0", "count"));
  expect(JSON.parse(read(language, "couloir.json"))).toMatchObject({
    generator: "couloir contract client",
    language: "go",
    document: { title: "Shop", version: "1.0.0", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(JSON.parse(read(language, "openrpc.json"))).toMatchObject({ info: { title: "Shop" } });
});

test("packages have the licence of the document, as registries want it", () => {
  const manifest = (language: string, path: string, name = "Apache 2.0") => {
    const own = document("1.0.0", "count");
    const info = { ...(own["info"] as JsonObject), license: { name } };
    const { files } = clientPackage({ ...own, info }, language);
    return files.find((file) => file.path === path)?.text;
  };
  expect(manifest("typescript", "package.json")).toContain('"license": "Apache-2.0"');
  expect(manifest("rust", "Cargo.toml")).toContain('license = "Apache-2.0"\n');
  expect(manifest("python", "pyproject.toml")).toContain('license = "Apache-2.0"\n');
  expect(manifest("java", "pom.xml")).toContain("<license><name>Apache 2.0</name></license>");
  expect(manifest("go", "README.md")).toContain("Licence: Apache 2.0\n");
  // Registries refuse what is not an SPDX identifier.
  expect(manifest("rust", "Cargo.toml", "Our own licence")).not.toContain("license");
  expect(manifest("rust", "README.md", "Our own licence")).toContain("Licence: Our own licence\n");
});
