import { BoundedCache } from "../cache/bounded-cache.ts";
import { formatJson } from "../formats/json.ts";

/** A transaction with its outputs is about 3 kB, twice: as objects and as text. */
const partsMax = 1_024;

/** Of an entry whose schema was not checked yet. */
const unchecked = "";

/**
 * Entries of lists that several answers have in common, such as a transaction that is on the pages of two addresses. They
 * must depend on accepted blocks only, and are forgotten with the next block.
 */
export class Parts {
  readonly #views = new BoundedCache<string, object>(partsMax);
  /** As JSON, or `unchecked`. */
  readonly #texts = new WeakMap<object, string>();

  /** The entry of a key, made once. */
  get<View extends object>(key: string, make: () => View): View {
    const known = this.#views.get(key);
    if (known !== undefined) return known as View;
    const view = make();
    this.#views.set(key, view);
    this.#texts.set(view, unchecked);
    return view;
  }

  clear(): void {
    this.#views.clear();
  }

  /** A result as JSON. `check` gets it without the entries that it has accepted before. */
  textOf(result: object, check: (result: object) => void): string {
    const members = Object.entries(result).filter(([, value]) => value !== undefined);
    const list = members.find(([, value]) => this.#isListOfParts(value));
    if (list === undefined) {
      check(result);
      return jsonOf(result);
    }
    const [name, parts] = list as [string, readonly object[]];
    check({ ...result, [name]: parts.filter((part) => this.#texts.get(part) === unchecked) });
    const texts = members.map(([member, value]) => {
      const text = value === parts ? this.#textOfParts(parts) : jsonOf(value);
      return `${JSON.stringify(member)}:${text}`;
    });
    return `{${texts.join(",")}}`;
  }

  #isListOfParts(value: unknown): boolean {
    if (!Array.isArray(value) || value.length === 0) return false;
    return value.every((entry) => typeof entry === "object" && this.#texts.has(entry));
  }

  #textOfParts(parts: readonly object[]): string {
    const texts = parts.map((part) => {
      const known = this.#texts.get(part);
      if (known !== undefined && known !== unchecked) return known;
      const text = jsonOf(part);
      this.#texts.set(part, text);
      return text;
    });
    return `[${texts.join(",")}]`;
  }
}

/** JSON.stringify is faster, but throws for a bigint. */
function jsonOf(result: unknown): string {
  try {
    return JSON.stringify(result);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return formatJson(result);
  }
}
