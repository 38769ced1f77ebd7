import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";

/** The package as it is installed; its sources are in it. */
const packageFolder = dirname(
  dirname(createRequire(import.meta.url).resolve("@avalabs/avalanchejs")),
);

/** A text that an example leaves to its reader to write, and what this reader writes there. */
export type Blank = { readonly before: string; readonly after: string };

/**
 * Bundles an example so that Node runs it. The text is the checkout's but for the blanks; what it imports as the `src` beside
 * it are the sources in the installed package.
 */
export async function bundleExample(
  examples: string,
  file: string,
  outfile: string,
  blanks: readonly Blank[],
): Promise<void> {
  await build({
    entryPoints: [join(examples, file)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    // As in the checkout's own tsconfig.json, which the package leaves out.
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    // Where the examples' own imports are.
    nodePaths: [join(packageFolder, "node_modules"), join(packageFolder, "../..")],
    // A dependency in CommonJS requires node:crypto.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    plugins: [fromPackage(examples), filledIn(examples, file, blanks)],
  });
}

function fromPackage(examples: string): Plugin {
  return {
    name: "from-package",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^(\.\.\/)+src(\/|$)/ }, ({ importer, path, kind }) => {
        if (relative(examples, importer).startsWith("..")) return undefined;
        const inside = path.replace(/^(\.\.\/)+/, "./");
        return resolve(inside, { resolveDir: packageFolder, kind });
      });
    },
  };
}

function filledIn(examples: string, file: string, blanks: readonly Blank[]): Plugin {
  return {
    name: "filled-in",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path !== join(examples, file)) return undefined;
        let contents = await readFile(path, "utf8");
        for (const { before, after } of blanks) {
          if (contents.split(before).length !== 2) throw new Error(`${file} has no one ${before}`);
          contents = contents.replace(before, after);
        }
        return { contents, loader: "ts" };
      });
    },
  };
}
