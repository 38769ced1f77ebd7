import { nearest } from "../formats/nearest.ts";

/** ` (did you mean "--http-port"?)`, or nothing: the end of an error about an unknown word. */
export function suggestion(word: string, candidates: Iterable<string>, prefix = ""): string {
  const found = nearest(word, candidates);
  return found === undefined ? "" : ` (did you mean ${prefix}${found}?)`;
}
