import type { Server } from "node:http";
import { clientPackage } from "./clients.ts";
import { lintDocument } from "./lint.ts";
import { main as runCommand } from "./main.ts";
import { createMockServer } from "./mock/server.ts";
import { pageFiles } from "./page/page.ts";
import { readFiles } from "./read.ts";
import { selfContained } from "./self-contained.ts";
import { serverPackage } from "./server/package.ts";

/** A JSON value; integers beyond 2^53 are `bigint`. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** An OpenRPC document that `readDocument` has read. */
export type Document = {
  /** As it is written. */
  readonly written: JsonObject;
  /** With only references to its own schemas. */
  readonly selfContained: JsonObject;
  /** Checks it, and names the place of each problem. */
  readonly lint: () => readonly Finding[];
};

/** Where references of a document can lead to. */
export type ReadOptions = {
  /** Folder or URL that relative references of the document start from, if not the document's own. */
  readonly base?: string | undefined;
  /** Further folders and origins that references can lead to. */
  readonly allowed?: readonly string[] | undefined;
};

/** A problem of a document: the rule that it breaks, the file and JSON pointer, what is wrong, and what to do about it. */
export type Finding = {
  readonly rule: string;
  /** A warning is about what tools ignore, rename or never use. */
  readonly severity: "error" | "warning";
  readonly where: string;
  readonly text: string;
  readonly remedy: string;
};

/** A client package in one language. */
export type ClientPackage = {
  /** Its files, with paths in the folder of the package. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** The places whose values the client hands over as raw JSON, and why. */
  readonly widenings: readonly { readonly where: string; readonly reason: string }[];
};

/** The languages of clients. */
export type Language = "typescript" | "go" | "python" | "rust" | "java";

/** Reads an OpenRPC 1.2 to 1.4 document from a file or an HTTP URL. Rejects if it cannot be used. */
export async function readDocument(place: string, options: ReadOptions = {}): Promise<Document> {
  const files = await readFiles(place, options);
  const document = selfContained(files);
  return {
    written: files.root,
    selfContained: document,
    lint: () => lintDocument(files, document),
  };
}

/** Checks a document against the meta-schema, and its examples against its schemas. */
export function lint(document: Document): readonly Finding[] {
  return document.lint();
}

/** Renders the client package of a document. The name defaults to the title of the document. */
export function client(document: Document, language: Language, name?: string): ClientPackage {
  return clientPackage(document.selfContained, language, name);
}

/** A TypeScript server of a document. */
export type ServerPackage = {
  /** Files that you write again each time. */
  readonly generated: readonly { readonly path: string; readonly text: string }[];
  /** Files to write only if they do not exist: handlers, `package.json`, the README. */
  readonly initial: readonly { readonly path: string; readonly text: string }[];
  /** Handlers in `existing` that no method of the document has. */
  readonly unused: readonly string[];
  readonly widenings: ClientPackage["widenings"];
};

/**
 * Renders a TypeScript server. `existing` has the texts of the handlers that there are, by the names of their
 * files in `src/handlers`.
 */
export function server(
  document: Document,
  existing: ReadonlyMap<string, string> = new Map(),
  name?: string,
): ServerPackage {
  return serverPackage(document.selfContained, existing, name);
}

/** Renders the API page. Its calls go to `serverUrl`, by default the first HTTP server of the document. */
export function page(document: Document, serverUrl?: string): ClientPackage["files"] {
  return pageFiles(document.selfContained, { server: serverUrl });
}

/** Creates a server, which you start with `listen`, that answers calls with the examples of a document. */
export function mock(document: Document): Server {
  return createMockServer(document.selfContained);
}

/** Runs a command as `couloir contract` does, and returns its exit code. */
export function main(
  args: readonly string[],
  console: {
    readonly out: (text: string) => void;
    readonly err: (text: string) => void;
    /** Resolves when the mock should stop. */
    readonly stopped: () => Promise<unknown>;
  },
): Promise<number> {
  return runCommand(args, console);
}
