import { existsSync, readFileSync } from "node:fs";
import type { ClientFile } from "../../clients/language.ts";
import { plainText } from "../../emit/wrapped-text.ts";
import { formatJson, type JsonObject, objectAt, textAt } from "../../load/json.ts";
import { withValidSchemas } from "../lint/obstacles.ts";
import { UnusableDocument } from "../read.ts";
import { firstServerUrl, isHttpUrl } from "../server-url.ts";
import { withDescribedStreams } from "../subscriptions/described.ts";
import { packForPage } from "./pack.ts";

/** Where calls of a page go: its document's first HTTP server, or one that is given. */
export type PageOptions = { readonly server?: string | undefined };

/** The page without a document, as scripts/build-site.ts builds it. */
const shell = new URL(
  import.meta.filename.endsWith(".ts") ? "../../../dist/page/" : "./page/",
  import.meta.url,
);

const shellFiles = ["index.html", "page.js", "page.css", "icon.svg"];

/** Renders the page of a self-contained document: static files, which a browser also opens from the disk. */
export function pageFiles(
  document: JsonObject,
  options: PageOptions = {},
  from = shell,
): ClientFile[] {
  if (!existsSync(new URL("index.html", from))) {
    throw new UnusableDocument("the page is not built: run npm run build");
  }
  const server = serverUrl(document, options.server);
  const path = server.pathname + server.search;
  const described = withDescribedStreams(document);
  const packed = formatJson(
    withValidSchemas(document, () => packForPage(described, path)),
  ).replaceAll(/\n\s*/g, "");
  const words: Readonly<Record<string, string>> = {
    "%TITLE%": textAt(objectAt(document, "info"), "title") ?? "API",
    "%NODE%": server.origin,
  };
  return [
    ...shellFiles.map((name) => {
      const text = readFileSync(new URL(name, from), "utf8");
      return { path: name, text: name === "index.html" ? filled(text, words) : text };
    }),
    { path: "contract.js", text: `globalThis.packedContract = ${escapedScript(packed)};\n` },
    { path: "openrpc.json", text: formatJson(document) },
  ];
}

/** Replaces the placeholders of the shell by texts, which cannot end an attribute or an element. */
function filled(html: string, words: Readonly<Record<string, string>>): string {
  return html.replaceAll(/%[A-Z]+%/g, (placeholder) =>
    plainText(words[placeholder] ?? placeholder)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;"),
  );
}

/** JSON that is a script too, even inside a page; a member called __proto__ stays a member. */
function escapedScript(json: string): string {
  const text = JSON.stringify(json)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return `JSON.parse(${text})`;
}

/** The URL of the server, with the defaults of its variables. */
function serverUrl(document: JsonObject, given: string | undefined): URL {
  const url = given ?? firstServerUrl(document) ?? "http://127.0.0.1:8080";
  if (!isHttpUrl(url)) throw new UnusableDocument(`${url} is not an HTTP URL`);
  return new URL(url);
}
