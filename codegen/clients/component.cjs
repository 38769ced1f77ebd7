/**
 * The client packages of any document as a custom component of @open-rpc/generator, for its stock command:
 * `"customComponent": "couloir/contract-component"`, or this file in a checkout.
 */
const { existsSync, mkdirSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");

/** Filled by the hook: the generator reads a language's templates only after its hooks have run. */
const templateFiles = {};

/**
 * Renders a client from the copy of the document that the generator has just written. The document that
 * it passes to hooks has its references resolved, and with them the names of all types are gone.
 */
async function renderClient(folder, _source, { language, openRPCPath }) {
  if (openRPCPath === undefined) {
    throw new Error("openRPCPath must not be null: the client is rendered from the document there");
  }
  const { client, readDocument } = await contractTools();
  const document = await readDocument(join(folder, openRPCPath, "openrpc.json"));
  const { files } = client(document, language);
  for (const { path } of files) mkdirSync(dirname(join(folder, path)), { recursive: true });
  templateFiles[language] = files.map(({ path, text }) => ({ path, template: () => text }));
}

/** In the package, scripts/build.mjs puts their bundle next to this file. */
async function contractTools() {
  const bundle = join(__dirname, "contract.js");
  if (existsSync(bundle)) return import(pathToFileURL(bundle));
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("../foreign/index.ts", pathToFileURL(__filename).href);
}

/** See "Custom Component" in the README of @open-rpc/generator. Components can copy a folder first; this one copies nothing. */
module.exports = {
  hooks: { templateFiles, beforeCompileTemplate: [renderClient] },
  staticPath: () => undefined,
};
