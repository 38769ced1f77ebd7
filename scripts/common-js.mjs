import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Writes CommonJS forms of the ES modules that are loaded at their first use. Node's `require` takes ES modules, that of a
 * test runner may not: Jest's does not before Node 24.9. Returns the files that are in them.
 */
export async function writeCommonJs(root, outdir) {
  const names = lazyModules(join(root, "src"));
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [name.replace(/\.js$/, ""), name])),
    outdir,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20.19",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "inline",
    logLevel: "warning",
    metafile: true,
  });
  writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
  return Object.keys(metafile.inputs);
}

/** Those of @noble, and kysely: every other one is CommonJS already. */
function lazyModules(folder) {
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const calls = sources.flatMap((source) => [
    ...source.matchAll(/\brequireLazily<typeof import\("(@noble\/[^"]+|kysely)"\)>/g),
  ]);
  return [...new Set(calls.map(([, name]) => name))];
}
