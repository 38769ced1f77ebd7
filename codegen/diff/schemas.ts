import { isObject, type Json, type JsonObject, listAt, objectAt } from "../load/json.ts";
import { type Form, formsOf } from "./forms.ts";
import { compareKeywords, type Shift, text } from "./keywords.ts";

/** The possible changes of a schema; members are those of objects. */
export type Aspect =
  | Shift
  | "member-removed"
  | "member-added"
  | "member-added-required"
  | "member-now-required"
  | "member-now-optional"
  | "closed"
  | "opened";

export type NoteAspect = (aspect: Aspect, place: string, text: string) => void;

/**
 * Compares two schemas, each with the document of its references, and reports every change with its
 * place.
 */
export function compareSchemas(
  old: { readonly schema: Json | undefined; readonly document: JsonObject },
  now: { readonly schema: Json | undefined; readonly document: JsonObject },
  place: string,
  note: NoteAspect,
): void {
  new Comparison(old.document, now.document, note).schemas(old.schema, now.schema, place);
}

class Comparison {
  readonly #old: JsonObject;
  readonly #now: JsonObject;
  readonly #note: NoteAspect;
  #notes = 0;
  /** Pairs under comparison, which a recursive schema meets again, and pairs that were found alike. */
  readonly #done = new Set<string>();

  constructor(old: JsonObject, now: JsonObject, note: NoteAspect) {
    this.#old = old;
    this.#now = now;
    this.#note = (...found) => {
      this.#notes += 1;
      note(...found);
    };
  }

  schemas(old: Json | undefined, now: Json | undefined, place: string): void {
    const key = text([old ?? true, now ?? true]);
    if (this.#done.has(key)) return;
    this.#done.add(key);
    const notes = this.#notes;
    const { pairs, gone, added } = pairForms(formsOf(old, this.#old), formsOf(now, this.#now));
    for (const [before, after] of pairs) this.#forms(before, after, place);
    for (const form of gone) this.#note("narrowed", place, `no longer allows ${named(form)}`);
    for (const form of added) this.#note("widened", place, `now allows ${named(form)}`);
    if (this.#notes > notes) this.#done.delete(key);
  }

  #forms(old: Form, now: Form, place: string): void {
    if (old.type !== now.type) {
      const isWider = now.type === undefined || (old.type === "integer" && now.type === "number");
      this.#note(
        isWider ? "widened" : "narrowed",
        place,
        `was ${old.type ?? "anything"}, is ${now.type ?? "anything"}`,
      );
      if (old.type === undefined || now.type === undefined) return;
    }
    compareKeywords(old.keywords, now.keywords, (shift, words) => this.#note(shift, place, words));
    this.#members(old.keywords, now.keywords, place);
    this.#names(old.keywords, now.keywords, place);
    this.#items(old.keywords["items"], now.keywords["items"], place);
  }

  #members(old: JsonObject, now: JsonObject, place: string): void {
    const [before, after] = [objectAt(old, "properties"), objectAt(now, "properties")];
    const [wanted, wants] = [listAt(old, "required"), listAt(now, "required")];
    for (const name of new Set([...Object.keys(before), ...wanted.map(String)])) {
      const at = place === "" ? name : `${place}.${name}`;
      const stays = name in after || wants.includes(name);
      if (!stays && name in before) {
        this.#note("member-removed", at, "is gone");
        continue;
      }
      if (wants.includes(name) && !wanted.includes(name)) {
        this.#note("member-now-required", at, "was optional, is required");
      }
      if (!wants.includes(name) && wanted.includes(name)) {
        this.#note("member-now-optional", at, "was required, is optional");
      }
      if (name in before || name in after) this.schemas(before[name], after[name], at);
    }
    for (const name of Object.keys(after)) {
      if (name in before || wanted.includes(name)) continue;
      const required = wants.includes(name);
      const words = required ? "is new and required" : "is new";
      const at = place === "" ? name : `${place}.${name}`;
      this.#note(required ? "member-added-required" : "member-added", at, words);
    }
  }

  /** Members that are not listed, and names that they may have. */
  #names(old: JsonObject, now: JsonObject, place: string): void {
    const before = old["additionalProperties"] ?? true;
    const after = now["additionalProperties"] ?? true;
    if (before === false && after !== false) {
      this.#note("opened", place, "now allows further members");
    } else if (before !== false && after === false) {
      this.#note("closed", place, "no longer allows further members");
    } else this.schemas(before, after, `${place}.*`);
    this.schemas(old["propertyNames"], now["propertyNames"], `${place}.{name}`);
    const [patterns, patternsNow] = [old["patternProperties"], now["patternProperties"]];
    if (text(patterns) === text(patternsNow)) return;
    for (const pattern of new Set([
      ...Object.keys(patterns ?? {}),
      ...Object.keys(patternsNow ?? {}),
    ])) {
      const [one, other] = [objectAt(old, "patternProperties"), objectAt(now, "patternProperties")];
      this.schemas(one[pattern], other[pattern], `${place}./${pattern}/`);
    }
  }

  #items(old: Json | undefined, now: Json | undefined, place: string): void {
    if (!Array.isArray(old) && !Array.isArray(now)) {
      this.schemas(old, now, `${place}[]`);
    } else if (Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
      for (const [at, item] of old.entries()) this.schemas(item, now[at], `${place}[${at}]`);
    } else this.#note("changed", `${place}[]`, "items by position have changed");
  }
}

type Pairing = {
  readonly pairs: (readonly [Form, Form])[];
  readonly gone: readonly Form[];
  readonly added: readonly Form[];
};

/** Ever weaker signs that two alternatives are one and the same. */
const likenesses: readonly ((old: Form, now: Form) => boolean)[] = [
  (old, now) => text(old as unknown as Json) === text(now as unknown as Json),
  (old, now) => old.type === now.type && old.name !== undefined && old.name === now.name,
  (old, now) => old.type === now.type && marks(old) !== "" && marks(old) === marks(now),
  (old, now) => old.type === now.type && marks(old) === "" && marks(now) === "",
  (old, now) => isNumeric(old) && isNumeric(now),
  (old, now) => old.type === undefined || now.type === undefined,
];

function pairForms(old: readonly Form[], now: readonly Form[]): Pairing {
  const gone = [...old];
  const added = [...now];
  const pairs: (readonly [Form, Form])[] = [];
  for (const isLike of likenesses) {
    for (const before of [...gone]) {
      const at = added.findIndex((after) => isLike(before, after));
      if (at === -1) continue;
      pairs.push([before, added[at]!]);
      gone.splice(gone.indexOf(before), 1);
      added.splice(at, 1);
    }
  }
  const [before, after] = [gone[0], added[0]];
  const isLast = gone.length === 1 && added.length === 1 && before?.type === after?.type;
  return isLast && before !== undefined && after !== undefined
    ? { pairs: [...pairs, [before, after]], gone: [], added: [] }
    : { pairs, gone, added };
}

function isNumeric({ type }: Form): boolean {
  return type === "integer" || type === "number";
}

/** Returns what distinguishes variants of an object: members with one possible value, whatever their descriptions say. */
function marks({ keywords }: Form): string {
  const values = Object.entries(objectAt(keywords, "properties")).flatMap(([name, member]) => {
    const [value, ...others] = isObject(member)
      ? ((member["enum"] ?? [member["const"]]) as Json[])
      : [];
    return value === undefined || others.length > 0 ? [] : [[name, value] as const];
  });
  return text(Object.fromEntries(values)).replace(/^\{\}$/, "");
}

function named({ type, name, keywords }: Form): string {
  const values = listAt(keywords, "enum");
  if (values.length > 0) return values.map(text).join(", ");
  return [type ?? "anything", ...(name === undefined ? [] : [`(${name})`])].join(" ");
}
