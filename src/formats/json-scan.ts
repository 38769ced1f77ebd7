// Positions in JSON text. These functions expect valid text: call parseJson or scanGoValue first, or
// parse what they return.

const quote = 0x22;
const backslash = 0x5c;

/** The position after spaces, tabs and line ends. */
export const skipSpace = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) at += 1;
    else return at;
  }
};

/** The position after the string that begins at `from` (a quote); -1 when it does not end. */
export const stringEnd = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
};

/** The position after the number, true, false or null that begins at `from`. */
export const numberEnd = (text: string, from: number): number => {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    // comma ] } and white space end it
    if (code === 0x2c || code === 0x5d || code === 0x7d || code <= 0x20) break;
    at += 1;
  }
  return at;
};

/** The position after the value that begins at `from`; -1 when it does not end. */
export const valueEnd = (text: string, from: number): number => {
  const code = text.charCodeAt(from);
  if (code === quote) return stringEnd(text, from);
  if (code !== 0x7b && code !== 0x5b) return numberEnd(text, from);
  let depth = 0;
  let at = from;
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
    }
    at += 1;
  }
  return -1;
};

/** Whether arrays and objects in a valid text nest deeper than `limit`. */
export const nestsDeeperThan = (text: string, limit: number): boolean => {
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = stringEnd(text, at);
      if (at === -1) return false;
      continue;
    }
    if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    at += 1;
  }
  return false;
};

/** The members of a valid object in order: the name, and where its value begins and ends. */
export const members = (text: string): { name: string; start: number; end: number }[] => {
  const found = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text.charCodeAt(at) === quote) {
    const nameEnd = stringEnd(text, at);
    const name: string = JSON.parse(text.slice(at, nameEnd));
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    found.push({ name, start, end });
    at = skipSpace(text, skipSpace(text, end) + 1);
  }
  return found;
};

/** The texts of a valid array's elements. */
export const elements = (text: string): string[] => {
  const found: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  if (text[at] === "]") return found;
  while (at < text.length) {
    const end = valueEnd(text, at);
    found.push(text.slice(at, end));
    const after = skipSpace(text, end);
    if (text[after] === "]") break;
    at = skipSpace(text, after + 1);
  }
  return found;
};
