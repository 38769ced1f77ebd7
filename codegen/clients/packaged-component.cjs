/**
 * The clients of any document as a custom component of @open-rpc/generator, for users of the package:
 * `"customComponent": "couloir/contract-component"`. scripts/build.mjs copies it next to the bundle of the contract tools.
 */
const { mkdirSync } = require("node:fs");
const { dirname, join } = require("node:path");

const templateFiles = {};

/** As component.ts does: renders from the copy of the document that the generator has just written. */
async function renderClient(folder, _source, { language, openRPCPath }) {
  if (openRPCPath === undefined) {
    throw new Error("openRPCPath must not be null: the client is rendered from the document there");
  }
  const { client, readDocument } = await import("./contract.js");
  const document = await readDocument(join(folder, openRPCPath, "openrpc.json"));
  const { files } = client(document, language);
  for (const { path } of files) mkdirSync(dirname(join(folder, path)), { recursive: true });
  templateFiles[language] = files.map(({ path, text }) => ({ path, template: () => text }));
}

module.exports = {
  hooks: { templateFiles, beforeCompileTemplate: [renderClient] },
  staticPath: () => undefined,
};
