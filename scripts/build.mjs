/*
 * Bundles src/ into dist/, which bin/couloir runs, or into the directory given: reading some hundred TypeScript files takes
 * longer than everything else that a start does. Modules that are imported on demand stay apart and are loaded on demand.
 * Beside the bundle: the page of the contract, declarations of what the package exports, the OpenRPC documents of each
 * profile with and without references, the licences and the bill of materials of what is in it, and the manual page.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tsImport } from "tsx/esm/api";
import { writeCommonJs } from "./common-js.mjs";
import { writeDeclarations } from "./declarations.mjs";
import { licencesOf } from "./licences.mjs";
import { sbomOf } from "./sbom.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = resolve(process.argv[2] ?? join(root, "dist"));

const { version, dependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const { manPage } = await tsImport("../src/cli/man-page.ts", import.meta.url);

/** A file that looks for its neighbours finds those of src/, not of dist/. */
const keepPlaces = {
  name: "keep-places",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes("import.meta.url")) return undefined;
      const place = JSON.stringify(relative(outdir, path).replaceAll("\\", "/"));
      const contents = source.replaceAll(
        "import.meta.url",
        `new URL(${place}, import.meta.url).href`,
      );
      return { contents, loader: "ts" };
    });
  },
};

/** Node has `fetch`. Instead of it, isomorphic-fetch loads packages that use a deprecated module and print a warning about it. */
const ownFetch = {
  name: "own-fetch",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]isomorphic-fetch[\\/]fetch-npm-node\.js$/ }, () => ({
      contents: "module.exports = globalThis.fetch;",
    }));
  },
};

/** A program can import a node and the client: both have the same classes of errors. */
const oneClient = {
  name: "one-client",
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]clients[\\/]typescript[\\/]src[\\/]index\.ts$/ }, () => ({
      path: "./client.js",
      external: true,
    }));
  },
};

/** Without anything of Node, because browsers load it, too. */
const client = await build({
  write: false,
  absWorkingDir: root,
  entryPoints: { client: "clients/typescript/src/index.ts" },
  outdir,
  bundle: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
});

const { outputFiles, metafile } = await build({
  write: false,
  absWorkingDir: root,
  entryPoints: {
    main: "src/main.ts",
    index: "src/index.ts",
    contract: "codegen/foreign/index.ts",
    mcp: "codegen/foreign/mcp/node.ts",
    mock: "codegen/foreign/mock/node.ts",
  },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  chunkNames: "[name]-[hash]",
  // Not minified, so that users can read stack traces.
  legalComments: "none",
  logLevel: "warning",
  // Native packages find their binaries beside themselves, so that they alone are installed with this one.
  // pg-native is what pg would use if it were there.
  external: [...Object.keys({ ...dependencies, ...optionalDependencies }), "pg-native"],
  metafile: true,
  // CommonJS packages in the bundle need a require for Node's own modules.
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url), commonJsOfBundle = new URL("commonjs/", import.meta.url), nativeOfBundle = new URL("native/", import.meta.url), __dirname = import.meta.dirname;',
  },
  define: { COULOIR_COMMIT: JSON.stringify(commit()) },
  plugins: [keepPlaces, ownFetch, oneClient],
});

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
for (const { path, contents } of [...client.outputFiles, ...outputFiles])
  writeFileSync(path, contents);
const lazyInputs = await writeCommonJs(root, join(outdir, "commonjs"));
cpSync(join(root, "node_modules/secp256k1/prebuilds"), join(outdir, "native"), {
  recursive: true,
});
// The licence of the C library in these binaries.
cpSync(join(root, "node_modules/secp256k1/src/secp256k1/COPYING"), join(outdir, "native/COPYING"));
// @pnpm/tabtab reads its completion scripts from the folder of the bundle.
cpSync(join(root, "node_modules/@pnpm/tabtab/lib/templates"), join(outdir, "templates"), {
  recursive: true,
});
// What agents can read through the MCP server of a node.
cpSync(join(root, "docs/guides"), join(outdir, "guides"), { recursive: true });
writeDeclarations(root, join(outdir, "types"));
const { copyRuntimes, copyServerRuntime } = await tsImport("./client-runtimes.ts", import.meta.url);
copyRuntimes(join(outdir, "clients"));
copyServerRuntime(join(outdir, "server-runtime"));
cpSync(join(root, "codegen/clients/component.cjs"), join(outdir, "contract-component.cjs"));
mkdirSync(join(outdir, "man"));
writeFileSync(join(outdir, "man/couloir.1"), manPage(version));
const { writeDocuments } = await tsImport("./documents.ts", import.meta.url);
await writeDocuments(join(outdir, "openrpc"));
const { buildPageShell, buildSite } = await tsImport("./build-site.ts", import.meta.url);
const bundled = [
  ...Object.keys(metafile.inputs),
  ...lazyInputs,
  ...(await buildSite(join(outdir, "playground"))),
];
writeFileSync(join(outdir, "LICENCES.txt"), licencesOf(bundled, root));
writeFileSync(join(outdir, "sbom.cdx.json"), `${JSON.stringify(sbomOf(bundled, root), null, 2)}\n`);
await buildPageShell(join(outdir, "page"));

/** Empty if the source is not a git checkout and COULOIR_COMMIT is not set. */
function commit() {
  const { COULOIR_COMMIT: given = "" } = process.env;
  if (given !== "") return given;
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "";
  }
}
