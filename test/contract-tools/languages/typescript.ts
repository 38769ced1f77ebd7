import { fileURLToPath } from "node:url";
import type { CheckedLanguage } from "./language.ts";

const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

export const typescript: CheckedLanguage = {
  name: "typescript",
  toolchain: [process.execPath, "--version"],
  compile: () => [
    {
      command: [
        process.execPath,
        tsc,
        "-p",
        "tsconfig.json",
        "--noUnusedLocals",
        "--noImplicitReturns",
      ],
    },
    // Only where a folder with eslint and typescript-eslint is named.
    {
      command: [
        "sh",
        "-c",
        'test -z "$ESLINT_FOLDER" || "$ESLINT_FOLDER/node_modules/.bin/eslint" -c eslint.config.mjs src examples',
      ],
    },
  ],
  run: () => ({ command: [process.execPath, "check.mjs"] }),
  program: () => [
    ["check.mjs", main],
    ["eslint.config.mjs", eslintConfig],
  ],
};

const eslintConfig = `import { createRequire } from "node:module";
const { configs } = createRequire(process.env.ESLINT_FOLDER + "/")("typescript-eslint");
export default configs.strict;
`;

const main = `import calls from "./calls.mjs";
import { createClient } from "./dist/index.js";
import { methodNames } from "./dist/generated/methods.js";
const { rpc } = createClient(process.argv[2]);
const outcomes = [];
for (const { method, params } of calls) {
  const local = Object.keys(methodNames).find((name) => methodNames[name] === method);
  try {
    const given = Object.keys(params).length === 0 ? [] : [params];
    outcomes.push({ result: (await rpc[local](...given)) ?? null });
  } catch (error) {
    outcomes.push({ failure: String(error) });
  }
}
process.stdout.write(
  JSON.stringify(outcomes, (_key, value) => (typeof value === "bigint" ? \`\\u0000n\${value}\` : value)).replaceAll(
    /"\\\\u0000n(-?\\d+)"/g,
    "$1",
  ),
);
`;
