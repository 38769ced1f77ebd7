/**
 * The clients as a custom component of @open-rpc/generator, for its stock command: see README.md.
 * The generator loads a component with `require`; tsx compiles the TypeScript behind it.
 */
require("tsx/cjs");
const { hooks, staticPath } = require("./component.ts");

module.exports = { hooks, staticPath };
