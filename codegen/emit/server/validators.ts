import standaloneCode from "ajv/dist/standalone/index.js";
import { createAjv, toCheck } from "../../check-schema.ts";
import { type Contract, type Document, discoverName, type Method } from "../../model.ts";
import { withCountedRepetitions } from "../../pattern.ts";
import { camelName, header, type Output } from "../writer.ts";

/**
 * src/generated/validators/*.js: a function compiled by ajv for the result of every method, one file a
 * document, and one a profile for the results that it changes.
 */
export function emitValidators(contract: Contract): Output[] {
  const [spec, ...overlays] = contract.profiles;
  const written = spec.documents.map((document) =>
    emitFile(document.api, document.source, [
      [document, document.methods.filter((method) => method.name !== discoverName)],
    ]),
  );
  const discover = spec.documents
    .slice(0, 1)
    .map((document) =>
      emitFile("rpc", "openrpc/discover.json", [
        [document, document.methods.filter((method) => method.name === discoverName)],
      ]),
    );
  const overridden = overlays.map((overlay) =>
    emitFile(
      overlay.name,
      `openrpc/profiles/${overlay.name}.json`,
      overlay.documents.map((document) => [
        document,
        document.methods.filter((method) => method.changesResult),
      ]),
    ),
  );
  return [...written, ...discover, ...overridden].flat();
}

function emitFile(
  name: string,
  source: string,
  parts: readonly (readonly [Document, readonly Method[]])[],
): Output[] {
  const ajv = createAjv();
  const exports: Record<string, string> = {};
  for (const [document, methods] of parts) {
    if (methods.length === 0) continue;
    const definitions = Object.fromEntries(
      [...document.schemas].map(([key, schema]) => [key, toCheck(schema, "")]),
    );
    ajv.addSchema({ $id: document.api, definitions });
    for (const method of methods) {
      ajv.addSchema({
        ...toCheck(method.result.schema, document.api),
        $id: `${method.name}.result`,
      });
      exports[camelName(method.name)] = `${method.name}.result`;
    }
  }
  const code = withCountedRepetitions(standaloneCode.default(ajv, exports))
    .replace('"use strict";', "")
    .replaceAll(/schemaPath:"[^"]*",/g, "");
  if (code.includes("require(")) {
    throw new Error(
      `ajv left a require() in validators/${name}.js: avoid the keyword that needs it`,
    );
  }
  const declarations = Object.keys(exports).map((key) => `export const ${key}: CompiledCheck;\n`);
  const types = `import type { CompiledCheck } from "../check.ts";\n\n${declarations.join("")}`;
  const folder = "src/generated/validators";
  return [
    { path: `${folder}/${name}.js`, text: `${header(source)}${code}\n` },
    { path: `${folder}/${name}.d.ts`, text: `${header(source)}\n${types}` },
  ];
}
