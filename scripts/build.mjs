/*
 * Bundles src/ into dist/, which bin/couloir runs, or into the directory given: reading some hundred TypeScript files takes
 * longer than everything else that a start does. Modules that are imported on demand stay apart and are loaded on demand.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = resolve(process.argv[2] ?? join(root, "dist"));

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

const { outputFiles } = await build({
  write: false,
  absWorkingDir: root,
  entryPoints: { main: "src/main.ts" },
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  chunkNames: "[name]-[hash]",
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  logLevel: "warning",
  // Native packages find their binaries beside themselves.
  external: ["better-sqlite3", "secp256k1", "@chainsafe/blst", "@node-rs/argon2"],
  // CommonJS packages in the bundle need a require for Node's own modules.
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
  },
  define: { COULOIR_COMMIT: JSON.stringify(commit()) },
  plugins: [keepPlaces],
});

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
for (const { path, contents } of outputFiles) writeFileSync(path, contents);

/** Empty where the source is no git checkout. */
function commit() {
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
