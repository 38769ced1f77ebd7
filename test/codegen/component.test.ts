import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { clientLanguages } from "../../codegen/clients/languages.ts";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { formatJson } from "../../codegen/load/json.ts";
import { documentsOf } from "../../src/node/apis/documents.ts";
import { readDocument } from "../contract-tools/harness.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);
const command = require.resolve("@open-rpc/generator/build/cli.js");
const folder = mkdtempSync(join(tmpdir(), "couloir-component-"));
const document = join(folder, "info.json");
writeFileSync(document, formatJson(documentsOf("spec")().get("info")!));

afterAll(() => rmSync(folder, { recursive: true }));

const petstore = join(root, "test/contract-tools/documents/petstore.json");
const componentFile = join(root, "codegen/clients/component.cjs");
const { hooks } = require(componentFile) as {
  readonly hooks: {
    readonly beforeCompileTemplate: readonly ((
      folder: string,
      source: string,
      component: { readonly language: string; readonly openRPCPath: string | undefined },
    ) => Promise<void>)[];
  };
};

/** Runs the stock command `open-rpc-generator generate` with our component, and compares what it writes with what we render. */
async function expectSame(
  openrpcDocument: string,
  languages: readonly string[],
  { customComponent = componentFile, args = [] as readonly string[] } = {},
): Promise<void> {
  const place = mkdtempSync(join(folder, "out-"));
  const config = join(place, "config.json");
  const components = languages.map((language) => ({
    type: "custom",
    customType: "client",
    customComponent,
    name: "client",
    language,
    outPath: join(place, language),
  }));
  writeFileSync(config, JSON.stringify({ openrpcDocument, components }));
  const run = [...args, command, "generate", "-c", config];
  execFileSync(process.execPath, run, { cwd: root, stdio: "pipe" });
  const own = await readDocument(openrpcDocument);
  for (const language of languages) {
    for (const { path, text } of clientPackage(own, language).files) {
      const file = join(place, language, path);
      expect(readFileSync(file, "utf8"), `${language}/${path}`).toBe(text);
    }
  }
}

const languages = clientLanguages.map(({ name }) => name);

// These packages compile: npm run test:contract.
test.each([petstore, document])(
  "the stock open-rpc-generator command builds the client packages of %s in every language",
  async (each) => {
    await expectSame(each, languages);
  },
  180_000,
);

const [renderClient] = hooks.beforeCompileTemplate;

test("the component names the languages that it has", async () => {
  mkdirSync(join(folder, "src"));
  copyFileSync(petstore, join(folder, "src/openrpc.json"));
  await expect(
    renderClient?.(folder, document, { language: "cobol", openRPCPath: "src" }),
  ).rejects.toThrow("no client language cobol: use one of typescript, go, python, rust, java");
});

test("the component needs the copy of the document", async () => {
  await expect(
    renderClient?.(folder, document, { language: "go", openRPCPath: undefined }),
  ).rejects.toThrow("openRPCPath must not be null");
});

test("the component of the package renders the same, from the bundle next to it", async () => {
  const place = join(folder, "package");
  mkdirSync(place);
  const customComponent = join(place, "component.cjs");
  copyFileSync(componentFile, customComponent);
  // In the package, this file is the bundle of codegen/foreign/index.ts.
  const source = new URL("../../codegen/foreign/index.ts", import.meta.url).href;
  writeFileSync(join(place, "contract.js"), `export * from ${JSON.stringify(source)};\n`);
  writeFileSync(join(place, "package.json"), '{ "type": "module" }');
  await expectSame(petstore, ["go"], { customComponent, args: ["--import", "tsx"] });
}, 180_000);
