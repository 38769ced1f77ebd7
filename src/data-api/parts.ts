import { BoundedCache } from "../cache/bounded-cache.ts";
import { formatPlainJson } from "../formats/json.ts";

/** Characters of texts that are kept; the objects take three times as much. A transaction with its outputs has about 3,000. */
const charactersMax = 4_000_000;

type Part = { readonly view: object; readonly text: string };

/**
 * Entries of lists that several answers have in common, such as a transaction that is on the pages of two addresses. They
 * must depend on accepted blocks only, and are forgotten with the next block.
 */
export class Parts {
  readonly #kept = new BoundedCache<string, Part>(charactersMax, ({ text }) => text.length);
  /** Of entries that were made or are kept. */
  readonly #keys = new WeakMap<object, string>();

  /** The entry of a key; a kept one if there is one. */
  get<View extends object>(key: string, make: () => View): View {
    const known = this.#kept.get(key);
    if (known !== undefined) return known.view as View;
    const view = make();
    this.#keys.set(view, key);
    return view;
  }

  clear(): void {
    this.#kept.clear();
  }

  /** A result as JSON. `check` gets it without the entries that it has accepted before. */
  textOf(result: object, check: (result: object) => void): string {
    const members = Object.entries(result).filter(([, value]) => value !== undefined);
    const list = members.find(([, value]) => this.#isListOfParts(value));
    if (list === undefined) {
      check(result);
      return formatPlainJson(result);
    }
    const [name, views] = list as [string, readonly object[]];
    const parts = views.map((view) => this.#keptOf(view) ?? { view, text: undefined });
    const unchecked = parts.filter(({ text }) => text === undefined);
    check({ ...result, [name]: unchecked.map(({ view }) => view) });
    const entries = parts.map(({ view, text }) => text ?? this.#keep(view));
    const texts = members.map(([member, value]) => {
      const text = value === views ? `[${joined(entries)}]` : formatPlainJson(value);
      return `${JSON.stringify(member)}:${text}`;
    });
    return `{${joined(texts)}}`;
  }

  #isListOfParts(value: unknown): boolean {
    if (!Array.isArray(value) || value.length === 0) return false;
    return value.every((entry) => typeof entry === "object" && this.#keys.has(entry));
  }

  #keptOf(view: object): Part | undefined {
    const kept = this.#kept.get(this.#keys.get(view)!);
    return kept?.view === view ? kept : undefined;
  }

  #keep(view: object): string {
    const text = formatPlainJson(view);
    this.#kept.set(this.#keys.get(view)!, { view, text });
    return text;
  }
}

/** With commas. `join` would copy long texts, which are copied once more when they are sent. */
function joined(texts: readonly string[]): string {
  return texts.reduce((text, each) => `${text},${each}`);
}
