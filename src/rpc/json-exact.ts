import { numberEnd, stringEnd } from "./json-scan.ts";
import type { JsonValue, NumberReading } from "./json-value.ts";

type Members = { [name: string]: JsonValue };

/**
 * Parses a text that JSON.parse has accepted, keeping every digit of an integer. It walks with a
 * stack of its own, so that no nesting ends the process.
 */
export const parseExact = (text: string, reading: NumberReading): JsonValue => {
  const open: (JsonValue[] | Members)[] = [];
  let container: JsonValue[] | Members | undefined;
  let name: string | undefined;
  let root: JsonValue = null;
  let at = 0;

  const put = (value: JsonValue): void => {
    if (container === undefined) root = value;
    else if (Array.isArray(container)) container.push(value);
    else {
      define(container, name!, value);
      name = undefined;
    }
  };

  while (at < text.length) {
    switch (text[at]) {
      case '"': {
        const end = stringEnd(text, at);
        const content: string = JSON.parse(text.slice(at, end));
        if (container !== undefined && !Array.isArray(container) && name === undefined) {
          name = content;
        } else put(content);
        at = end;
        break;
      }
      case "{":
      case "[": {
        const child: JsonValue[] | Members = text[at] === "{" ? {} : [];
        put(child);
        if (container !== undefined) open.push(container);
        container = child;
        at += 1;
        break;
      }
      case "}":
      case "]":
        container = open.pop();
        at += 1;
        break;
      case "t":
        put(true);
        at += 4;
        break;
      case "f":
        put(false);
        at += 5;
        break;
      case "n":
        put(null);
        at += 4;
        break;
      case " ":
      case "\t":
      case "\n":
      case "\r":
      case ",":
      case ":":
        at += 1;
        break;
      default: {
        const end = numberEnd(text, at);
        put(exactNumber(text.slice(at, end), reading));
        at = end;
      }
    }
  }
  return root;
};

// No integer of this many digits fits any field; past it the digits are not worth their time.
const digitsMax = 80;

const exactNumber = (token: string, reading: NumberReading): number | bigint => {
  const value = Number(token);
  if (/[.eE]/.test(token))
    return reading === "literal" && Number.isInteger(value) ? Number.NaN : value;
  if (Object.is(value, -0)) return reading === "literal" ? Number.NaN : 0;
  return Number.isSafeInteger(value) || token.length > digitsMax ? value : BigInt(token);
};

const define = (members: Members, name: string, value: JsonValue): void => {
  if (name === "__proto__") {
    Object.defineProperty(members, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else members[name] = value;
};
