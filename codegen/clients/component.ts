import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { clientPackage } from "../foreign/clients.ts";
import { readFiles } from "../foreign/read.ts";
import { selfContained } from "../foreign/self-contained.ts";
import { isObject, type JsonObject, parseJson } from "../load/json.ts";
import { readDocument } from "../load/read.ts";
import { buildContract } from "../model.ts";
import { buildClientModel } from "./build-model.ts";
import type { ClientFile, ClientLanguage } from "./language.ts";
import { clientLanguages } from "./languages.ts";

/** What @open-rpc/generator passes to a hook about the component that it runs. */
type Component = {
  readonly language: string;
  /** Folder of the copied document, inside the output folder; undefined if the config sets it to null. */
  readonly openRPCPath: string | undefined;
};

type Template = { readonly path: string; readonly template: () => string };

/** Filled by the hook: the generator reads a language's templates only after its hooks have run. */
const templateFiles: Record<string, readonly Template[]> = {};

/**
 * Renders a client from the copy of the document that the generator has just written. The document that
 * it passes to hooks has its references resolved, and with them the names of all types are gone.
 */
async function renderClient(
  folder: string,
  _source: string | undefined,
  { language, openRPCPath }: Component,
): Promise<void> {
  const client = clientLanguages.find(({ name }) => name === language);
  if (client === undefined) {
    const names = clientLanguages.map(({ name }) => name).join(", ");
    throw new Error(`no client language ${language}: use one of ${names}`);
  }
  if (openRPCPath === undefined) {
    throw new Error("openRPCPath must not be null: the client is rendered from the document there");
  }
  const path = join(folder, openRPCPath, "openrpc.json");
  const files = isOurs(path) ? await renderOurs(client, path) : await renderPackage(language, path);
  for (const file of files) mkdirSync(dirname(join(folder, file.path)), { recursive: true });
  templateFiles[language] = files.map(({ path, text }) => ({ path, template: () => text }));
}

/** Whether the document says at which paths it is served, as each of ours does. */
function isOurs(path: string): boolean {
  const json = parseJson(readFileSync(path, "utf8"));
  if (!isObject(json)) throw new Error(`${path} does not hold an object`);
  return "x-paths" in json;
}

async function renderOurs(client: ClientLanguage, path: string): Promise<readonly ClientFile[]> {
  const contract = buildContract(readDocument(path, parseJson(readFileSync(path, "utf8")) as JsonObject));
  return client.emit(buildClientModel(contract), contract, undefined);
}

async function renderPackage(language: string, path: string): Promise<readonly ClientFile[]> {
  return clientPackage(selfContained(await readFiles(path)), language).files;
}

/** The interface of a component: see "Custom Component" in the README of @open-rpc/generator. */
export const hooks = { templateFiles, beforeCompileTemplate: [renderClient] };

/** Components can copy a folder first; ours copies nothing. */
export function staticPath(): undefined {
  return undefined;
}
