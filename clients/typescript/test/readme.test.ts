import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");
const samples = [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, sample]) => sample ?? "");

test("the samples of the README compile", () => {
  expect(samples.length).toBeGreaterThan(0);
  const names = samples.map((_sample, index) => fileURLToPath(new URL(`sample${index}.mts`, root)));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    paths: { "couloir/client": [fileURLToPath(new URL("src/index.ts", root))] },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => names.includes(name) || fileExists(name);
  host.getSourceFile = (name, target, ...rest) => {
    const sample = samples[names.indexOf(name)];
    return sample === undefined
      ? getSourceFile(name, target, ...rest)
      : ts.createSourceFile(name, sample, target);
  };
  const program = ts.createProgram(names, options, host);
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map((each) => ts.flattenDiagnosticMessageText(each.messageText, " "));
  expect(problems).toEqual([]);
});
