/*
 * Builds the page of playground/ into a folder: what a node serves at /docs (scripts/build.mjs calls it so), and, run by
 * itself, a site for any web server. usage: npm run build:site -- [FOLDER] [--node=URL]
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import type { Additions, GuideEntry } from "../playground/contract/additions.ts";
import { type DocumentSet, type Packed, packDocuments } from "../playground/contract/packed.ts";
import { couloirAdditions } from "../playground/couloir/additions.ts";
import { formatJson, parseJson } from "../playground/json/parse.ts";
import { documentsOfProfiles, writeDocuments } from "./documents.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const eventsDocument = join(root, "openrpc/asyncapi/events.json");
const restDocuments = ["data", "mesh"];

/** Where the page is served from. Without it, the node that serves the page provides it. */
type Standalone = {
  /** The node that calls go to until a person chooses another. */
  readonly node: string;
};

/** The decoder is the node's codec; browsers lack Node's cryptography, so other modules take its place. */
const browserCrypto: Plugin = {
  name: "browser-crypto",
  setup({ onResolve }) {
    onResolve({ filter: /crypto\/(hash|bls)\.ts$/ }, ({ path }) => {
      const name = path.split("/").at(-1)!;
      return { path: join(root, `src/crypto/browser-${name}`) };
    });
  },
};

/** Returns the source files in the bundle, whose packages have licences. */
export async function buildSite(folder: string, standalone?: Standalone): Promise<string[]> {
  const source = join(root, "playground");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: { page: join(source, "main.ts") },
    outdir: folder,
    bundle: true,
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
    metafile: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
  await build({
    entryPoints: { page: join(source, "styles/page.css") },
    outdir: folder,
    bundle: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    minify: true,
    logLevel: "warning",
  });
  const decoder = await build({
    entryPoints: { decoder: join(root, "src/decoding/browser.ts") },
    outdir: folder,
    bundle: true,
    format: "esm",
    metafile: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    minify: true,
    legalComments: "none",
    logLevel: "warning",
    inject: [join(root, "scripts/browser-buffer.ts")],
    plugins: [browserCrypto],
  });
  const contract = { ...(await packedContract()), additions: additions() };
  writeFileSync(join(folder, "contract.json"), formatJson(contract as never));
  writeFileSync(join(folder, "guides.json"), JSON.stringify(guideTexts()));
  copyFileSync(join(source, "icon.svg"), join(folder, "icon.svg"));
  const page = readFileSync(join(source, "index.html"), "utf8");
  writeFileSync(join(folder, "index.html"), standalone ? standalonePage(page, standalone) : page);
  return [...Object.keys(metafile.inputs), ...Object.keys(decoder.metafile.inputs)];
}

/** What our own page adds to the contract: tasks, concepts, guides, and the remedies of errors. */
export function additions(): Additions {
  const common = JSON.parse(readFileSync(join(root, "openrpc/common.json"), "utf8"));
  const errors = Object.entries<Readonly<Record<string, string>>>(common.components.errors);
  return {
    ...couloirAdditions,
    guides: Object.entries(guideTexts()).map(([id, text]) => guideEntry(id, text)),
    remedies: Object.fromEntries(
      errors.map(([name, error]) => [
        name,
        { cause: error["x-cause"] ?? "", remedy: error["x-remedy"] ?? "" },
      ]),
    ),
  };
}

/** The Markdown of each guide by its name. */
export function guideTexts(): Readonly<Record<string, string>> {
  const folder = join(root, "docs/guides");
  const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return Object.fromEntries(
    names.map((name) => [name.slice(0, -3), readFileSync(join(folder, name), "utf8")]),
  );
}

function guideEntry(id: string, text: string): GuideEntry {
  const [title = id, ...headings] = [...text.matchAll(/^#{1,3} (.+)$/gm)].map(
    ([, words]) => words!,
  );
  return { id, title, headings };
}

/**
 * Builds the page for a document of others, which `couloir contract page` adds with its title and server. It also
 * opens from a file: browsers do not load modules or fetch from there.
 */
export async function buildPageShell(folder: string): Promise<void> {
  const source = join(root, "playground");
  mkdirSync(folder, { recursive: true });
  const common: BuildOptions = {
    outdir: folder,
    bundle: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    minify: true,
    logLevel: "warning",
  };
  const script = { page: join(source, "main.ts") };
  await build({ ...common, entryPoints: script, format: "iife", legalComments: "none" });
  await build({ ...common, entryPoints: { page: join(source, "styles/page.css") } });
  copyFileSync(join(source, "icon.svg"), join(folder, "icon.svg"));
  writeFileSync(join(folder, "index.html"), shellPage(join(source, "index.html")));
}

/** The page with placeholders for the title and the server. */
function shellPage(path: string): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/<title>[^<]*<\/title>/, "<title>%TITLE%</title>"],
    [
      /(<meta name="description" content=")[^"]*/,
      "$1Every method of %TITLE%, to read and to call.",
    ],
    [/data-node=""/, 'data-node="%NODE%"'],
    [/\s*<link rel="preload"[^>]*>/, ""],
    [
      /<script type="module" src="page.js"><\/script>/,
      '<script defer src="contract.js"></script>\n    <script defer src="page.js"></script>',
    ],
    [
      /(<noscript>).*(<\/noscript>)/s,
      '$1<p class="loading">This page needs JavaScript. The document is <a href="openrpc.json">openrpc.json</a>.</p>$2',
    ],
    [/<meta charset="utf-8">/, `<meta charset="utf-8">\n    ${policyTag}`],
  ];
  return changes.reduce(
    (page, [from, to]) => {
      const next = page.replace(from, to);
      if (next === page) throw new Error(`playground/index.html does not contain ${from.source}`);
      return next;
    },
    readFileSync(path, "utf8"),
  );
}

/** Everything that the page shows. */
export async function packedContract(): Promise<Packed> {
  const events = parseJson(readFileSync(eventsDocument, "utf8"));
  const rest = restDocuments.map((name) => {
    const text = readFileSync(join(root, `openapi/${name}.json`), "utf8");
    return [name, parseJson(text)] as const;
  });
  return packDocuments(documentSets(), events, Object.fromEntries(rest));
}

/** The documents of each profile. */
export function documentSets(): readonly DocumentSet[] {
  return [...documentsOfProfiles()].map(([name, documents]) => ({ name, documents }));
}

/** No server adds a policy there, so the page holds it; the script narrows it to the node that is chosen. */
const policyTag =
  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' http: https: ws: wss:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'\">";

function standalonePage(page: string, { node }: Standalone): string {
  return page
    .replace('data-node=""', `data-node="${new URL(node).origin}"`)
    .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    ${policyTag}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const args = process.argv.slice(2);
  const flag = args.find((arg) => arg.startsWith("--node="));
  const folder = resolve(args.find((arg) => !arg.startsWith("--")) ?? join(root, "dist/site"));
  await buildSite(folder, { node: flag?.slice("--node=".length) ?? "http://127.0.0.1:9650" });
  await writeDocuments(join(folder, "openrpc"));
  console.log(`built ${folder}`);
}
