// Positions in JSON text. These functions expect valid text: call parseJson or scanGoValue first, or
// parse what they return.

const quote = 0x22;
const backslash = 0x5c;

/** After this number of spaces there may be millions, for which a search is faster. */
const fewSpaces = 16;
/** After this number of characters outside strings, of numbers, say, there may be millions as well. */
const fewPlain = 1_000;
const notSpace = /[^ \t\n\r]/;
const structure = /["[\]{},:]/;
const delimiter = /[,\]} \t\n\r]/;

/** The position after spaces, tabs and line breaks. */
export const skipSpace = (text: string, from: number): number => {
  for (let at = from; at < from + fewSpaces; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
  return find(text, from + fewSpaces, notSpace);
};

const find = (text: string, from: number, pattern: RegExp): number => {
  const more = text.slice(from).search(pattern);
  return more === -1 ? text.length : from + more;
};

/** The position after the string that starts at `from` (a quote); -1 if it does not end. */
export const stringEnd = (text: string, from: number): number => {
  const end = text.indexOf('"', from + 1);
  if (end === -1) return -1;
  if (text.charCodeAt(end - 1) !== backslash) return end + 1;
  // There are escapes, maybe millions of them.
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at += 1;
  }
  return -1;
};

/** The position after the number, true, false or null that starts at `from`. */
export const numberEnd = (text: string, from: number): number => {
  const end = Math.min(text.length, from + fewPlain);
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    // A comma, ], } or white space ends it.
    if (code === 0x2c || code === 0x5d || code === 0x7d || code <= 0x20) return at;
  }
  return find(text, end, delimiter);
};

/** The position after the value that starts at `from`; -1 if it does not end. */
export const valueEnd = (text: string, from: number): number => {
  const code = text.charCodeAt(from);
  if (code === quote) return stringEnd(text, from);
  if (code !== 0x7b && code !== 0x5b) return numberEnd(text, from);
  let depth = 0;
  let at = from;
  let search = at + fewPlain;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = stringEnd(text, at);
        if (at === -1) return -1;
        continue;
      case 0x7b:
      case 0x5b:
        depth += 1;
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        if (depth === 0) return at + 1;
        break;
      default:
        if (at > search) {
          at = find(text, at, structure);
          search = at + fewPlain;
          continue;
        }
    }
    at += 1;
  }
  return -1;
};

/** Whether a text is within bounds that keep reading it short. Does not check whether it is JSON. */
export const shapeOf = (
  text: string,
  { depthMax, valuesMax }: { readonly depthMax: number; readonly valuesMax: number },
): "ok" | "too deep" | "too many values" => {
  let depth = 0;
  let values = 0;
  let at = 0;
  let search = at + fewPlain;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = stringEnd(text, at);
        if (at === -1) return "ok";
        continue;
      case 0x7b:
      case 0x5b:
        depth += 1;
        values += 1;
        if (depth > depthMax) return "too deep";
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        break;
      // A comma or colon.
      case 0x2c:
      case 0x3a:
        values += 1;
        if (values > valuesMax) return "too many values";
        break;
      default:
        if (at > search) {
          at = find(text, at, structure);
          search = at + fewPlain;
          continue;
        }
    }
    at += 1;
  }
  return "ok";
};

export type Member = { readonly name: string; readonly start: number; readonly end: number };

/**
 * The members of a valid object in order whose names have at most `nameMax` characters: the name, and where its value
 * starts and ends. There may be very many with other names.
 */
export function* members(text: string, nameMax: number): Generator<Member> {
  // A character has at most six as an escape.
  const tokenMax = 6 * nameMax + 2;
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text.charCodeAt(at) === quote) {
    const nameEnd = stringEnd(text, at);
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    if (nameEnd - at <= tokenMax) {
      const token = text.slice(at + 1, nameEnd - 1);
      const name: string = token.includes("\\") ? JSON.parse(`"${token}"`) : token;
      if (name.length <= nameMax) yield { name, start, end };
    }
    at = skipSpace(text, skipSpace(text, end) + 1);
  }
}

/**
 * The texts of the elements of an array, which do not have to be JSON; only their number if there are more than `max`.
 * Returns undefined if the text around them is not that of an array.
 */
export const splitArray = (text: string, max: number): string[] | number | undefined => {
  const found: string[] = [];
  let count = 0;
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  if (text[at] === "]") return skipSpace(text, at + 1) === text.length ? found : undefined;
  for (;;) {
    const end = valueEnd(text, at);
    if (end === -1) return undefined;
    count += 1;
    if (count <= max) found.push(text.slice(at, end));
    const after = skipSpace(text, end);
    const code = text.charCodeAt(after);
    if (code === 0x5d) {
      if (skipSpace(text, after + 1) !== text.length) return undefined;
      return count > max ? count : found;
    }
    if (code !== 0x2c) return undefined;
    at = skipSpace(text, after + 1);
  }
};
