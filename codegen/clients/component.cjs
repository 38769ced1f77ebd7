/**
 * The custom component that @open-rpc/generator loads by path. Its templates are put here, by language,
 * before the generator runs: they close over our model, which the generator does not know.
 */
const { mkdirSync } = require("node:fs");
const { dirname, join } = require("node:path");

const templateFiles = {};

/** The generator writes into folders, and makes none. */
function makeFolders(folder, _source, { language }) {
  for (const { path } of templateFiles[language]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
  }
}

module.exports = {
  hooks: { templateFiles, beforeCompileTemplate: [makeFolders] },
  staticPath: () => undefined,
};
