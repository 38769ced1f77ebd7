import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { loadProfile } from "../../generated/load-profile.ts";
import type { Profile } from "../../generated/profile.ts";
import type { FileRoute, MovedPath } from "../../rpc/http/description.ts";

/** The path of the documentation page. */
export const docsPath = "/docs/";

/** Redirects to the page. */
export const docsMoved: readonly MovedPath[] = [
  { path: "/docs", location: "docs/" },
  { path: "/", location: "docs/" },
];

const pages = new URL("../../../dist/playground/", import.meta.url);
const documents = new URL("../../../dist/openrpc/", import.meta.url);

const contentTypes = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
} as const;

/**
 * The files of the documentation page, which `npm ci` builds, and the documents that it shows. The page can only reach
 * this node and the node that you name in `?node=`.
 */
export function docsFiles(profile: Profile): FileRoute[] {
  const parts = existsSync(pages) ? readdirSync(pages).filter((name) => name !== "index.html") : [];
  return [
    {
      ...file("", new URL("index.html", pages), "html"),
      headers: (query) => [...fixedHeaders, "Content-Security-Policy", policy(query.get("node"))],
      read: async () => {
        const page = await readFile(new URL("index.html", pages), "utf8");
        return Buffer.from(page.replace('data-profile="spec"', `data-profile="${profile.name}"`));
      },
    },
    ...parts.map((name) => file(name, new URL(name, pages), name.split(".").at(-1) as never)),
    ...Object.keys(loadProfile).flatMap((each) =>
      documentsOf(each).map((name) => file(`openrpc/${name}`, new URL(name, documents), "json")),
    ),
  ];
}

/** The paths of a profile's documents; none before they are built. */
function documentsOf(profile: string): string[] {
  const folder = new URL(`${profile}/`, documents);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => `${profile}/${name}`);
}

const fixedHeaders = [
  "Referrer-Policy",
  "no-referrer",
  "Cross-Origin-Opener-Policy",
  "same-origin",
];

function file(name: string, source: URL, kind: keyof typeof contentTypes): FileRoute {
  return {
    path: docsPath + name,
    contentType: contentTypes[kind],
    headers: () => fixedHeaders,
    read: () => readFile(source),
  };
}

/** The Content-Security-Policy: own scripts and styles, requests to this node and to the named one. */
function policy(node: string | null): string {
  const other = node === null ? undefined : originOf(node);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${other === undefined ? "" : ` ${other}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** An origin contains no character that could end the directive. */
function originOf(text: string): string | undefined {
  try {
    const { origin, protocol } = new URL(text);
    return protocol === "http:" || protocol === "https:" ? origin : undefined;
  } catch {
    return undefined;
  }
}
