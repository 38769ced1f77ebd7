import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** What users of the package import, and all that its types are made from. */
const places = [
  "src/index.ts",
  "src/embedded/embedding.ts",
  "src/embedded/typed-call.ts",
  "clients/typescript/src",
  "codegen/foreign/index.ts",
];

const compilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  isolatedDeclarations: true,
  strict: true,
};

/** Writes the declarations of the package's modules, in the folders that the sources are in. Each file stands alone, so that no program is compiled. */
export function writeDeclarations(root, outdir) {
  for (const path of places.flatMap((place) => sourcesIn(join(root, place)))) {
    const source = readFileSync(path, "utf8");
    const { outputText, diagnostics } = ts.transpileDeclaration(source, {
      compilerOptions,
      fileName: path,
    });
    const [problem] = diagnostics;
    if (problem !== undefined) {
      throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
    }
    const written = join(outdir, relative(root, path).replace(/\.ts$/, ".d.ts"));
    mkdirSync(dirname(written), { recursive: true });
    const text = withNodeTypes(withoutTwins(outputText));
    writeFileSync(written, text.replaceAll(/(from "\.{1,2}\/[^"]*)\.ts"/g, '$1.js"'));
  }
}

/** Since TypeScript 6, a program has Node's types only if something names them. */
function withNodeTypes(text) {
  return text.includes('"node:') ? `/// <reference types="node" />\n${text}` : text;
}

/** Without a program, TypeScript declares a method with the name of a symbol twice: also as a property. */
function withoutTwins(text) {
  return text.replaceAll(/^ +(\[Symbol\.\w+\]): .*\n/gm, (property, name) =>
    text.includes(` ${name}(`) ? "" : property,
  );
}

function sourcesIn(place) {
  if (place.endsWith(".ts")) return [place];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(place, name));
}
