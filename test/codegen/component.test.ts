import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { buildClientModel } from "../../codegen/clients/build-model.ts";
import { hooks } from "../../codegen/clients/component.ts";
import { clientLanguages } from "../../codegen/clients/languages.ts";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { formatJson, isObject, parseJson } from "../../codegen/load/json.ts";
import { readDocument } from "../../codegen/load/read.ts";
import { buildContract } from "../../codegen/model.ts";
import { documentsOf } from "../../src/node/apis/documents.ts";
import { readDocument as readOwn } from "../contract-tools/harness.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);
const command = require.resolve("@open-rpc/generator/build/cli.js");
const folder = mkdtempSync(join(tmpdir(), "couloir-component-"));
const document = join(folder, "info.json");
writeFileSync(document, formatJson(documentsOf("spec")().get("info")!));

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the stock command `open-rpc-generator generate` with our component. */
function generate(components: readonly object[]): void {
  const config = join(folder, "config.json");
  writeFileSync(config, JSON.stringify({ openrpcDocument: document, components }));
  execFileSync(process.execPath, [command, "generate", "-c", config], { stdio: "pipe" });
}

function component(language: string): object {
  return {
    type: "custom",
    customType: "client",
    customComponent: join(root, "codegen/clients/component.cjs"),
    name: "info",
    language,
    outPath: join(folder, language),
  };
}

test("the stock open-rpc-generator command renders every language with our component", async () => {
  generate(clientLanguages.map(({ name }) => component(name)));

  const json = parseJson(readFileSync(document, "utf8"));
  if (!isObject(json)) throw new Error("the document is not an object");
  const contract = buildContract(readDocument(document, json));
  const model = buildClientModel(contract);
  for (const { name, emit } of clientLanguages) {
    const files = await emit(model, contract, undefined);
    expect(files.length).toBeGreaterThan(2);
    for (const { path, text } of files) {
      expect(readFileSync(join(folder, name, path), "utf8"), `${name}/${path}`).toBe(text);
    }
    const whole = files.map(({ text }) => text).join("\n");
    expect(whole, name).toContain("/ext/info");
    expect(whole, name).toContain("info.getNetworkID");
    expect(whole, name).not.toContain("platform.getHeight");
  }
});

const [renderClient] = hooks.beforeCompileTemplate;

test("the component names the languages that it has", async () => {
  await expect(
    renderClient?.(folder, document, { language: "cobol", openRPCPath: "src" }),
  ).rejects.toThrow("no client language cobol: use one of typescript, go, python, rust, java");
});

test("the component needs the copy of the document", async () => {
  await expect(
    renderClient?.(folder, document, { language: "go", openRPCPath: undefined }),
  ).rejects.toThrow("openRPCPath must not be null");
});

// These packages compile: npm run test:contract.
test("the stock command builds the client packages of a petstore in every language", async () => {
  const petstore = join(root, "test/contract-tools/documents/petstore.json");
  const config = join(folder, "petstore.json");
  const components = clientLanguages.map(({ name }) => ({
    ...component(name),
    name: "petstore",
    outPath: join(folder, "petstore", name),
  }));
  writeFileSync(config, JSON.stringify({ openrpcDocument: petstore, components }));
  execFileSync(process.execPath, [command, "generate", "-c", config], { stdio: "pipe" });
  const own = await readOwn(petstore);
  for (const { name } of clientLanguages) {
    const { files } = clientPackage(own, name);
    for (const { path, text } of files) {
      expect(readFileSync(join(folder, "petstore", name, path), "utf8"), `${name}/${path}`).toBe(
        text,
      );
    }
  }
}, 180_000);

test("the component of the package renders the same, from the bundle next to it", async () => {
  const petstore = join(root, "test/contract-tools/documents/petstore.json");
  const place = join(folder, "package");
  mkdirSync(place);
  copyFileSync(join(root, "codegen/clients/packaged-component.cjs"), join(place, "component.cjs"));
  // In the package, this file is the bundle of codegen/foreign/index.ts.
  const source = new URL("../../codegen/foreign/index.ts", import.meta.url).href;
  writeFileSync(join(place, "contract.js"), `export * from ${JSON.stringify(source)};\n`);
  writeFileSync(join(place, "package.json"), '{ "type": "module" }');
  const config = join(place, "config.json");
  const components = [
    {
      ...component("go"),
      customComponent: join(place, "component.cjs"),
      outPath: join(place, "go"),
    },
  ];
  writeFileSync(config, JSON.stringify({ openrpcDocument: petstore, components }));
  const args = ["--import", "tsx", command, "generate", "-c", config];
  execFileSync(process.execPath, args, { cwd: root, stdio: "pipe" });
  for (const { path, text } of clientPackage(await readOwn(petstore), "go").files) {
    expect(readFileSync(join(place, "go", path), "utf8"), path).toBe(text);
  }
}, 180_000);
