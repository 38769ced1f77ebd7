import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isObject, type Json, type JsonObject, parseJson } from "../load/json.ts";
import { type HiddenMember, hiddenMembers, syntaxProblem } from "./json-text.ts";
import { escapePointerStep, referencesIn } from "./pointers.ts";
import { publishedSchema } from "./published-schemas.ts";

/** A document, something that it refers to, or a place to write or listen at, that cannot be used. The message names it. */
export class UnusableDocument extends Error {}

/** A redirect out of the origin, which is refused also where other unreadable files are only reported. */
class LeavesOrigin extends UnusableDocument {}

export type ReadOptions = {
  /** Folder or URL that relative references of the document start from, if not the document's own. */
  readonly base?: string | undefined;
  /** Further folders and origins that references can lead to. */
  readonly allowed?: readonly string[] | undefined;
  /** Whether to note the members that are hidden by another one of the same name, which lint reports. */
  readonly notesHidden?: boolean | undefined;
};

/** Reads JSON files by absolute URL, each once. */
export type Files = {
  /** URL of the document. */
  readonly url: string;
  /** URL that relative references of the document start from. */
  readonly base: string;
  readonly root: JsonObject;
  /** Returns the URL of the file that a reference leads to. */
  readonly locate: (path: string, from: string) => string;
  /** Returns the file at a URL that a document refers to. Throws UnusableDocument. */
  readonly read: (url: string) => Json;
  /** Members that are hidden by another one of the same name, by the URLs of their files, if they were looked for. */
  readonly hidden?: ReadonlyMap<string, readonly HiddenMember[]>;
};

/**
 * Reads an OpenRPC document from a file or an HTTP URL, and every file that it refers to. References
 * must stay within the document's folder or origin, or within `allowed`. A file that cannot be read is an error only when
 * something asks for it: a `$ref` in the value of an example is not a reference.
 */
export async function readFiles(place: string, options: ReadOptions = {}): Promise<Files> {
  const url = urlOf(place);
  const base = options.base === undefined ? url : folderUrl(options.base);
  const places = [new URL(".", base).href, new URL(".", url).href];
  const allowed = [...places, ...(options.allowed ?? []).map(folderUrl)];
  const loaded = new Map<string, Json>();
  const unread = new Map<string, string>();
  const hidden = new Map<string, readonly HiddenMember[]>();
  const root = await load(url, (text) => noteHidden(url, text));
  if (!isObject(root)) throw new UnusableDocument(`${place} does not hold an object`);
  loaded.set(url, root);
  await loadReferenced(root, base, url);

  /** Loads every file that a value refers to, directly or through another file. */
  async function loadReferenced(value: Json, from: string, source: string): Promise<void> {
    for (const reference of referencesIn(value)) {
      if (reference.startsWith("#")) continue;
      const path = withoutFragment(reference);
      const file = locate(path, from);
      if (loaded.has(file) || unread.has(file)) continue;
      if (!allowed.some((each) => isWithin(file, each))) {
        const published = publishedSchema(file);
        if (published !== undefined) {
          loaded.set(file, published);
          continue;
        }
        const place = placeToAllow(file);
        unread.set(file, `is outside its folder or origin: allow it with --allow ${place}`);
        continue;
      }
      const json = await load(file, (text) => noteHidden(file, text)).catch((error: Error) => {
        if (error instanceof LeavesOrigin) {
          throw new UnusableDocument(`${shown(source)} refers to ${reference}: ${error.message}`);
        }
        const hint = options.base === undefined ? baseHint(path, file) : "";
        unread.set(file, `${error.message}${hint}`);
      });
      if (json === undefined) continue;
      loaded.set(file, json);
      await loadReferenced(json, file, file);
    }
  }

  /**
   * Some documents write references from the top of their repository: a file that does not exist next to
   * the document is looked up in the allowed folders.
   */
  function locate(path: string, from: string): string {
    if (!URL.canParse(path, from)) {
      const placeholder = `invalid:${encodeURIComponent(path)}`;
      unread.set(placeholder, "is not a URI");
      return placeholder;
    }
    const file = new URL(path, from).href;
    if (!file.startsWith("file:") || existsSync(fileURLToPath(file))) return file;
    const others = (options.allowed ?? []).map((each) => new URL(path, folderUrl(each)).href);
    const found = others.find(
      (other) => other.startsWith("file:") && existsSync(fileURLToPath(other)),
    );
    return found ?? file;
  }

  function noteHidden(file: string, text: string): void {
    if (options.notesHidden === true) hidden.set(file, hiddenMembers(text));
  }

  return {
    url,
    base,
    root,
    locate,
    hidden,
    read: (file) => {
      const found = loaded.get(file);
      if (found === undefined) {
        throw new UnusableDocument(unread.get(file) ?? `${file} was not read`);
      }
      return found;
    },
  };
}

/** Which folder a relative reference starts from, if the file is not where it leads to. */
function baseHint(path: string, file: string): string {
  if (!file.startsWith("file:")) return "";
  let folder = dirname(fileURLToPath(file));
  for (let parent = dirname(folder); parent !== folder; parent = dirname(folder)) {
    folder = parent;
    if (!path.startsWith("..") && existsSync(join(folder, path))) {
      return `; it exists from ${folder}: pass --base ${folder}`;
    }
  }
  return "; if it starts from another folder, name that with --base";
}

/** What --allow has to name so that a file can be read. */
function placeToAllow(file: string): string {
  if (file.startsWith("file:")) return shown(new URL(".", file).href);
  return new URL(file).origin === "null" ? file : new URL("/", file).href;
}

/** The file at a URL: the document, or one that it refers to. Throws UnusableDocument. */
export function fileAt({ url, root, read }: Files, file: string): Json {
  return file === url ? root : read(file);
}

export function withoutFragment(url: string): string {
  return url.split("#", 1)[0] ?? url;
}

const bytesMax = 64 * 1024 * 1024;

async function load(url: string, seen: (text: string) => void): Promise<Json> {
  let bytes: Uint8Array;
  try {
    bytes = url.startsWith("file:") ? readFileSync(fileURLToPath(url)) : await download(url);
  } catch (error) {
    const Unusable = error instanceof LeavesOrigin ? LeavesOrigin : UnusableDocument;
    throw new Unusable(`cannot read ${shown(url)}: ${reasonOf(error as Error)}`);
  }
  const json = textOf(bytes, url);
  let value: Json;
  try {
    value = parseJson(json);
  } catch {
    throw new UnusableDocument(`${shown(url)} is not JSON: ${syntaxProblem(json)}`);
  }
  const deep = pathBelow(value, levelsMax);
  if (deep !== undefined) {
    const place = `${shown(url)}#${deep.slice(0, 200)}...`;
    throw new UnusableDocument(`${place} is more than ${levelsMax} levels deep: use references`);
  }
  seen(json);
  return value;
}

/** The text without a byte order mark. */
function textOf(bytes: Uint8Array, url: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableDocument(`${shown(url)} is not UTF-8, which JSON has to be: convert it`);
  }
}

/** The tools follow schemas by recursion: thousands of levels have no room on the stack. */
const levelsMax = 500;

/** The pointer of a value that is deeper than a number of levels, if there is one. */
function pathBelow(root: Json, levels: number): string | undefined {
  const pending: [value: Json, level: number, pointer: string][] = [[root, 0, ""]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, level, pointer] = next;
    if (typeof value !== "object" || value === null) continue;
    if (level > levels) return pointer;
    for (const [key, member] of Object.entries(value)) {
      pending.push([member as Json, level + 1, `${pointer}/${escapePointerStep(key)}`]);
    }
  }
  return undefined;
}

/** fetch says only in the cause why it failed. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  // The error of several addresses has no message.
  return cause.message || (cause as NodeJS.ErrnoException).code || message;
}

const redirectsMax = 5;

/** Downloads a file. A redirect to another origin is not followed. */
async function download(url: string, redirects = 0): Promise<Uint8Array> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(30_000) });
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null) {
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin) throw new LeavesOrigin(`redirected to ${next.origin}`);
    if (redirects === redirectsMax) throw new Error("too many redirects");
    return download(next.href, redirects + 1);
  }
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > bytesMax) throw new Error(`longer than ${bytesMax} bytes`);
  return bytes;
}

/** A file URL as a path, for messages. */
export function shown(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

function urlOf(place: string): string {
  if (/^https?:\/\//.test(place)) return httpUrl(place);
  if (!existsSync(place)) throw new UnusableDocument(`${place || "the empty path"} does not exist`);
  return pathToFileURL(realpathSync(place)).href;
}

function httpUrl(place: string): string {
  if (!URL.canParse(place)) throw new UnusableDocument(`${place} is not a valid URL`);
  return new URL(place).href;
}

function folderUrl(place: string): string {
  if (/^https?:\/\//.test(place)) return httpUrl(place.endsWith("/") ? place : `${place}/`);
  return pathToFileURL(`${existsSync(place) ? realpathSync(place) : resolve(place)}${sep}`).href;
}

/** Whether a file is in a folder, symbolic links followed, or has the origin of a URL. */
function isWithin(file: string, place: string): boolean {
  if (!place.startsWith("file:")) return new URL(file).origin === new URL(place).origin;
  if (!file.startsWith("file:")) return false;
  const path = fileURLToPath(file);
  const real = existsSync(path) ? realpathSync(path) : path;
  return `${dirname(real)}${sep}`.startsWith(fileURLToPath(place));
}
