import { isObject, type Json, textAt } from "../load/json.ts";
import { escapePointerStep, pointerOf, steps, valueAt } from "./pointers.ts";
import { type Files, fileAt, shown, withoutFragment } from "./read.ts";

/** The way to a value in a document: names of members and indexes of items. */
export type Way = readonly (string | number)[];

/**
 * The file and JSON pointer of a value, `api.json#/methods/0/name`. The way follows references, so that the place
 * is in the file where the value is written. A way that leads nowhere ends at the last value that exists.
 */
export function placeOf(files: Files, way: Way, origins: Origins = new Map()): string {
  const { file, pointer } = writtenAt(files, way, origins);
  return `${shown(file)}#${printablePointer(pointer)}`;
}

/** The URLs of schemas that are components only in the self-contained document, by their names there. */
export type Origins = ReadonlyMap<string, string>;

/** The value at the end of a way, where it is written. */
export function writtenAt(files: Files, way: Way, origins: Origins): Found {
  const moved = originOf(files, way, origins);
  let at: Found = moved ?? { file: files.url, pointer: [], value: files.root };
  for (const step of moved === undefined ? way : way.slice(3)) {
    // A keyword can be beside a reference.
    if (!isObject(at.value) || !Object.hasOwn(at.value, step)) at = followed(files, at);
    const value = valueAt(at.value, [`${step}`]);
    if (value === undefined) break;
    at = { file: at.file, pointer: [...at.pointer, `${step}`], value };
  }
  return at;
}

/** The JSON pointer of a value, as it is in a URL's fragment. */
export function printablePointer(way: Way): string {
  return way.map((step) => `/${printable(escapePointerStep(`${step}`))}`).join("");
}

/** A step as it is in a URL's fragment, so that a name never controls the terminal. */
function printable(step: string): string {
  return step.replaceAll(/[%\s\p{C}]/gu, (character) =>
    /\p{Cs}/u.test(character) ? "\uFFFD" : encodeURIComponent(character),
  );
}

function originOf(files: Files, way: Way, origins: Origins): Found | undefined {
  if (way[0] !== "components" || way[1] !== "schemas") return undefined;
  const url = origins.get(`${way[2]}`);
  return url === undefined ? undefined : targetOf(files, files.url, url);
}

type Found = { readonly file: string; readonly pointer: readonly string[]; readonly value: Json };

/** The target of a reference, through any number of references; a broken one stays. */
function followed(files: Files, start: Found): Found {
  let at = start;
  for (let count = 0; count < 100; count++) {
    const reference = textAt(at.value, "$ref");
    if (reference === undefined) return at;
    const target = targetOf(files, at.file, reference);
    if (target === undefined) return at;
    at = target;
  }
  return start;
}

function targetOf(files: Files, from: string, reference: string): Found | undefined {
  const path = withoutFragment(reference);
  const base = from === files.url ? files.base : from;
  try {
    const file = path === "" ? from : withoutFragment(files.locate(path, base));
    const root = fileAt(files, file);
    const pointer = steps(pointerOf(reference.slice(path.length + 1), root));
    const value = valueAt(root, pointer);
    return value === undefined ? undefined : { file, pointer, value };
  } catch {
    return undefined;
  }
}
