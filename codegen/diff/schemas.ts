import { isObject, type Json, type JsonObject, listAt, memberAt, objectAt } from "../load/json.ts";
import { covers, type Form, formsOf } from "./forms.ts";
import { compareKeywords, notePresence, type Shift, text } from "./keywords.ts";

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
  readonly #done: Set<string>;

  constructor(old: JsonObject, now: JsonObject, note: NoteAspect, done = new Set<string>()) {
    this.#old = old;
    this.#now = now;
    this.#done = done;
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
    const [olds, nows] = [formsOf(old, this.#old), formsOf(now, this.#now)];
    const { pairs, gone, added } = pairForms(olds, nows);
    for (const [before, after] of pairs) this.#forms(before, after, place);
    this.#unpaired(gone, nows, place, false);
    this.#unpaired(added, olds, place, true);
    if (this.#notes > notes) this.#done.delete(key);
  }

  /** Forms that only one version has. Another form can allow their values, unless these are in two forms of `oneOf`. */
  #unpaired(forms: readonly Form[], others: readonly Form[], place: string, isNew: boolean): void {
    for (const form of forms) {
      const isInTwo = "oneOf" in form.keywords;
      if (others.some((each) => covers(each, form)) !== isInTwo) continue;
      const [shift, words] =
        isNew === isInTwo
          ? (["narrowed", "no longer allows"] as const)
          : (["widened", "now allows"] as const);
      this.#note(shift, place, `${words} ${labelOf(form)}`);
    }
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
    this.#items(old.keywords, now.keywords, place);
    this.#conditions(old.keywords, now.keywords, place);
  }

  #members(old: JsonObject, now: JsonObject, place: string): void {
    const [before, after] = [objectAt(old, "properties"), objectAt(now, "properties")];
    const [wanted, wants] = [old, now].map((each) => listAt(each, "required").map(String)) as [
      string[],
      string[],
    ];
    for (const name of new Set([...Object.keys(before), ...wanted])) {
      const at = place === "" ? name : `${place}.${name}`;
      const [member, next] = [memberAt(before, name), memberAt(after, name)];
      const stays = next !== undefined || wants.includes(name);
      if (!stays && member !== undefined) {
        this.#note("member-removed", at, "is gone");
        continue;
      }
      if (wants.includes(name) && !wanted.includes(name)) {
        this.#note("member-now-required", at, "was optional, is required");
      }
      if (!wants.includes(name) && wanted.includes(name)) {
        this.#note("member-now-optional", at, "was required, is optional");
      }
      this.schemas(member, next, at);
    }
    for (const name of new Set([...Object.keys(after), ...wants])) {
      if (Object.hasOwn(before, name) || wanted.includes(name)) continue;
      const required = wants.includes(name);
      const words = required ? "is new and required" : "is new";
      const at = place === "" ? name : `${place}.${name}`;
      this.#note(required ? "member-added-required" : "member-added", at, words);
    }
  }

  /** Members that are not listed, and names that they may have. */
  #names(old: JsonObject, now: JsonObject, place: string): void {
    const [before, after] = [unlistedOf(old), unlistedOf(now)];
    this.#unlisted(before, after, place, "*");
    for (const [pattern, was, is] of named("patternProperties", old, now)) {
      // Without the pattern, its names are further ones.
      this.#unlisted(was ?? before, is ?? after, place, `/${pattern}/`);
    }
    this.schemas(old["propertyNames"], now["propertyNames"], `${place}.{name}`);
    for (const [, was, is] of named("dependentSchemas", old, now)) this.schemas(was, is, place);
  }

  #unlisted(old: Json, now: Json, place: string, names: string): void {
    const members = names === "*" ? "further members" : `members ${names}`;
    if (old === false && now !== false) this.#note("opened", place, `now allows ${members}`);
    else if (old !== false && now === false) {
      this.#note("closed", place, `no longer allows ${members}`);
    } else this.schemas(old, now, `${place}.${names}`);
  }

  #items(old: JsonObject, now: JsonObject, place: string): void {
    const [before, after] = [itemsOf(old), itemsOf(now)];
    const count = Math.max(before.places.length, after.places.length);
    for (let at = 0; at < count; at++) {
      const [item, next] = [before, after].map(({ places, rest }) => places[at] ?? rest);
      this.schemas(item, next, `${place}[${at}]`);
    }
    this.schemas(before.rest, after.rest, `${place}[]`);
  }

  /** Schemas that a value must not match, or only sometimes: how the valid values have changed cannot be decided. */
  #conditions(old: JsonObject, now: JsonObject, place: string): void {
    for (const key of ["contains", "not", "if", "then", "else"]) {
      const [before, after] = [old[key], now[key]];
      if (before === undefined && after === undefined) continue;
      if (before === undefined || after === undefined) {
        notePresence(key, before, after, (shift, words) => this.#note(shift, place, words));
        continue;
      }
      const difference = this.#difference([before].flat() as Json[], [after].flat() as Json[]);
      if (difference !== undefined) this.#note("changed", place, `${key} ${difference}`);
    }
  }

  /** The first difference between schemas, or undefined. */
  #difference(old: readonly Json[], now: readonly Json[]): string | undefined {
    if (old.length !== now.length) return "has changed";
    let found: string | undefined;
    const note: NoteAspect = (_aspect, place, words) => {
      found ??= `has changed: ${place === "" ? "" : `${place} `}${words}`;
    };
    const comparison = new Comparison(this.#old, this.#now, note, this.#done);
    for (const [at, schema] of old.entries()) comparison.schemas(schema, now[at], "");
    return found;
  }
}

/** The schema of members that are not listed. */
function unlistedOf({ additionalProperties: unlisted, unevaluatedProperties: rest }: JsonObject) {
  return unlisted ?? rest ?? true;
}

/** The names of a keyword that has a schema for each, with both schemas. */
function named(
  key: string,
  old: JsonObject,
  now: JsonObject,
): (readonly [name: string, before: Json | undefined, after: Json | undefined])[] {
  const [before, after] = [objectAt(old, key), objectAt(now, key)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].map((name) => [name, memberAt(before, name), memberAt(after, name)]);
}

/** The schema of each place of a list, and that of the items after them. */
function itemsOf({ prefixItems, items, additionalItems, unevaluatedItems }: JsonObject): {
  readonly places: readonly Json[];
  readonly rest: Json;
} {
  if (Array.isArray(items))
    return { places: items, rest: additionalItems ?? unevaluatedItems ?? true };
  const places = Array.isArray(prefixItems) ? prefixItems : [];
  return { places, rest: items ?? unevaluatedItems ?? true };
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
  const [gone, added] = [old, now].map(withoutValuesLast) as [Form[], Form[]];
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

/** A form of which no value is valid is only paired with what is left. */
function withoutValuesLast(forms: readonly Form[]): Form[] {
  const isInTwo = ({ keywords }: Form) => Number("oneOf" in keywords);
  return [...forms].sort((one, other) => isInTwo(one) - isInTwo(other));
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

function labelOf({ type, name, keywords }: Form): string {
  const values = listAt(keywords, "enum");
  if (values.length > 0) return values.map(text).join(", ");
  return [type ?? "anything", ...(name === undefined ? [] : [`(${name})`])].join(" ");
}
