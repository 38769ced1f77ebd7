import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  visitObjects,
} from "../load/json.ts";
import { withoutEndlessReferences } from "./endless-references.ts";
import type { Origins } from "./places.ts";
import { anchorsIn, componentName, escapeStep, pointerOf, steps, valueAt } from "./pointers.ts";
import { type Files, fileAt, shown, UnusableDocument, withoutFragment } from "./read.ts";
import { mapSchemas } from "./schema-parts.ts";

/** A reference that cannot be followed. */
export type BrokenReference = { readonly where: string; readonly text: string };

/**
 * Returns the document with only references of the form `#/components/schemas/NAME`, in schemas.
 * Schemas that it refers to by other paths or in other files become components; every other
 * reference is replaced by its target. Schemas can be recursive. Throws UnusableDocument, unless `report` takes each
 * reference that cannot be followed: an empty object then stands for its target.
 */
export function selfContained(
  files: Files,
  report?: (broken: BrokenReference) => void,
): JsonObject {
  return new Resolver(files, report).document();
}

/** The URLs of the schemas that are components of the self-contained document, by their names there. */
export function componentOrigins(files: Files): Origins {
  const resolver = new Resolver(files, () => {});
  resolver.document();
  return resolver.origins();
}

/** The same for a document of a node, which refers to no other file. */
export function selfContainedAlone(name: string, root: JsonObject): JsonObject {
  const url = `file:///${name}.json`;
  const missing = () => {
    throw new Error(`the document of ${name} refers to another file`);
  };
  return selfContained({ url, base: url, root, locate: missing, read: missing });
}

/** What a file without methods may be. */
function hintAt(root: JsonObject): string {
  if ("openrpc" in root) return "";
  return "openrpc" in objectAt(root, "result")
    ? ": it is a response of rpc.discover, whose result is the document"
    : ": is it an OpenRPC document?";
}

/** A value and the URL that its references start from. */
type Placed = { readonly value: Json; readonly base: string };

class Resolver {
  readonly #files: Files;
  /** Component names by the absolute URL of their schema. */
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, Json>();

  readonly #report: ((broken: BrokenReference) => void) | undefined;
  readonly #reported = new Set<string>();

  constructor(files: Files, report: ((broken: BrokenReference) => void) | undefined) {
    this.#files = files;
    this.#report = report;
  }

  document(): JsonObject {
    const { root, base, url } = this.#files;
    const isReported = this.#report !== undefined && "openrpc" in root;
    if (!Array.isArray(root["methods"]) && !isReported) {
      const hint = hintAt(root);
      throw new UnusableDocument(`${shown(url)}#/methods is not a list${hint}`);
    }
    const own = Object.entries(objectAt(root["components"], "schemas"));
    for (const [name] of own) {
      this.#names.set(`${withoutFragment(url)}#/components/schemas/${escapeStep(name)}`, name);
    }
    const moved = new Set(own.filter(([name, schema]) => this.#takesName(name, schema, base)));
    for (const each of own) {
      const [name, schema] = each;
      const isMoved = moved.has(each);
      this.#schemas.set(name, isMoved ? this.#targetOf(schema, base) : this.#schema(schema, base));
    }
    for (const [name] of own) this.#reportLoop(name);
    const methods = listAt(root, "methods").map((value, index) =>
      this.#method({ value, base }, `${shown(url)}#/methods/${index}`),
    );
    const errors = this.#map({ value: objectAt(root["components"], "errors"), base });
    const { components: _components, methods: _methods, ...rest } = root;
    const schemas = Object.fromEntries(withoutEndlessReferences(this.#schemas));
    return { ...rest, methods, components: { schemas, errors } };
  }

  origins(): Origins {
    return new Map([...this.#names].map(([url, name]) => [name, url]));
  }

  #method(placed: Placed, place: string): Json {
    const { value, base } = this.#follow(placed);
    if (!isObject(value)) {
      // The meta-schema reports it.
      if (this.#report !== undefined) return {};
      throw new UnusableDocument(`${place} is not an object`);
    }
    const descriptor = (each: Placed) => this.#descriptor(each);
    const plain = (each: Placed) => this.#deep(each);
    const lists = { params: descriptor, errors: plain, tags: plain, examples: plain, links: plain };
    const method: Record<string, Json> = { ...value };
    for (const [key, change] of Object.entries(lists)) {
      if (key in value) method[key] = this.#list({ value: value[key] as Json, base }, change);
    }
    if ("result" in value) method["result"] = descriptor({ value: value["result"] as Json, base });
    const pushed = value["x-subscription"];
    if (pushed !== undefined) method["x-subscription"] = this.#pushed(pushed, base);
    return method;
  }

  /** What a subscription pushes: its schema, and those of its kinds. */
  #pushed(value: Json, base: string): Json {
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([key, each]): [string, Json] => {
      if (key === "schema") return [key, this.#schema(each, base)];
      const isList = ["kinds", "also"].includes(key) && Array.isArray(each);
      return [key, isList ? each.map((kind: Json) => this.#pushed(kind, base)) : each];
    });
    return Object.fromEntries(members);
  }

  #descriptor(placed: Placed): Json {
    const { value, base } = this.#follow(placed);
    if (!isObject(value) || !("schema" in value)) return value;
    return { ...value, schema: this.#schema(value["schema"] as Json, base) };
  }

  #schema(schema: Json, base: string): Json {
    return mapSchemas(schema, (object) => {
      const { $dynamicRef: dynamic, ...own } = object;
      const reference = textAt(object, "$ref") ?? this.#fixed(dynamic, base);
      if (reference === undefined) return object;
      const $ref = `#/components/schemas/${escapeStep(this.#nameOf(reference, base))}`;
      if (!shapesType(own)) return { ...own, $ref };
      const { $ref: _reference, ...beside } = own;
      return { ...beside, allOf: [{ $ref }, ...listAt(own, "allOf")] };
    });
  }

  /** Whether a component is only a reference to one of the same name in another file: both then have that name. */
  #takesName(name: string, schema: Json, base: string): boolean {
    const reference = textAt(schema, "$ref");
    if (reference === undefined || Object.keys(schema as JsonObject).length > 1) return false;
    const target = this.#target(reference, base);
    if (this.#names.has(target) || steps(target.split("#")[1] ?? "").at(-1) !== name) return false;
    this.#names.set(target, name);
    return true;
  }

  #targetOf(schema: Json, base: string): Json {
    const reference = textAt(schema, "$ref") ?? "";
    const target = this.#target(reference, base);
    return this.#schema(this.#at(target, reference, base), withoutFragment(target));
  }

  /** A component that is only a reference which leads back to it says nothing. */
  #reportLoop(name: string): void {
    const seen = new Set<string>();
    let next: string | undefined = name;
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      const schema: Json = this.#schemas.get(next) ?? true;
      next =
        isObject(schema) && Object.keys(schema).length === 1 ? componentName(schema) : undefined;
    }
    if (next !== name || this.#report === undefined) return;
    const { base } = this.#files;
    const own = objectAt(objectAt(this.#files.root["components"], "schemas"), name);
    this.#broken(textAt(own, "$ref") ?? name, base, " refers to itself");
  }

  /** Returns the name of the component that a schema's reference leads to; adds it if it is new. */
  #nameOf(reference: string, base: string): string {
    const target = this.#target(reference, base);
    const known = this.#names.get(target);
    if (known !== undefined) return known;
    const found = this.#at(target, reference, base);
    const name = this.#freeName(target);
    this.#names.set(target, name);
    this.#schemas.set(name, true);
    this.#schemas.set(name, this.#schema(found, withoutFragment(target)));
    return name;
  }

  /** The last step of a URL's fragment, or its file's name, with a number if another schema has it. */
  #freeName(target: string): string {
    const [file = "", fragment = ""] = target.split("#");
    const step = steps(fragment).at(-1) ?? (file.split("/").at(-1) ?? "").replace(/\.json$/, "");
    const wanted = step === "" || /^\d+$/.test(step) ? `Schema${step}` : step;
    const taken = (name: string) =>
      this.#schemas.has(name) || [...this.#names.values()].includes(name);
    if (!taken(wanted)) return wanted;
    for (let number = 2; ; number++) if (!taken(`${wanted}${number}`)) return `${wanted}${number}`;
  }

  /** A dynamic reference as a plain one, which is the same as long as only one schema has the anchor. */
  #fixed(dynamic: Json | undefined, base: string): string | undefined {
    if (typeof dynamic !== "string") return undefined;
    const { url, base: rootBase } = this.#files;
    const name = dynamic.split("#")[1] ?? "";
    const value = fileAt(this.#files, base === rootBase ? url : base);
    if (anchorsIn(value, name, ["$dynamicAnchor"]).length > 1) {
      this.#broken(
        dynamic,
        base,
        " leads to several schemas: give each $dynamicAnchor its own name",
      );
    }
    return dynamic;
  }

  #list({ value, base }: Placed, change: (each: Placed) => Json): Json {
    return Array.isArray(value) ? value.map((each: Json) => change({ value: each, base })) : value;
  }

  #map({ value, base }: Placed): Json {
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.#deep({ value: each, base })]),
    );
  }

  /**
   * Replaces references inside a value that is not a schema: its own and those of its members. `open` has the values around it,
   * and `via` is the last reference on the way.
   */
  #deep(placed: Placed, open: readonly Json[] = [], via = placed): Json {
    const { value, base } = this.#follow(placed);
    if (!isObject(value)) return value;
    const last = textAt(placed.value, "$ref") === undefined ? via : placed;
    if (open.includes(value)) {
      return this.#broken(textAt(last.value, "$ref") ?? "", last.base, " contains itself");
    }
    const inside = (each: Placed) => this.#deep(each, [...open, value], last);
    const members = Object.entries(value).map(([key, each]): [string, Json] => {
      if (key === "value" || key === "data") return [key, each];
      if (Array.isArray(each)) return [key, this.#list({ value: each, base }, inside)];
      const isReference = isObject(each) && "$ref" in each;
      return [key, isReference ? inside({ value: each, base }) : each];
    });
    return Object.fromEntries(members);
  }

  /** Replaces a reference by its target, through any number of references. */
  #follow(placed: Placed): Placed {
    let { value, base } = placed;
    const seen = new Set<string>();
    for (;;) {
      const reference = textAt(value, "$ref");
      if (reference === undefined) return { value, base };
      const target = this.#target(reference, base);
      if (seen.has(target)) {
        return { value: this.#broken(reference, base, " refers to itself"), base };
      }
      seen.add(target);
      value = this.#at(target, reference, base);
      base = withoutFragment(target);
    }
  }

  #target(reference: string, base: string): string {
    const { url, base: rootBase } = this.#files;
    const from = reference.startsWith("#") && base === rootBase ? url : base;
    // Only the file is a URL: documents have fragments with characters that a URL would change.
    const [path = "", ...rest] = reference.split("#");
    const file = path === "" ? from : withoutFragment(this.#files.locate(path, from));
    const fragment = this.#pointer(file, rest.join("#"));
    return `${file}#${steps(fragment)
      .map((step) => `/${escapeStep(step)}`)
      .join("")}`;
  }

  /** The pointer of a schema that a fragment names by its anchor; any other fragment unchanged. */
  #pointer(file: string, fragment: string): string {
    try {
      return pointerOf(fragment, fileAt(this.#files, file));
    } catch {
      return fragment;
    }
  }

  /** Reports each place of a reference once, and returns what stands for its target. */
  #broken(reference: string, base: string, problem: string): Json {
    const text = `${reference}${problem}`;
    const places = this.#places(reference, base);
    if (this.#report === undefined) throw new UnusableDocument(`${places[0]}: ${text}`);
    for (const where of places) {
      if (!this.#reported.has(where)) this.#report({ where, text });
      this.#reported.add(where);
    }
    return {};
  }

  /** The file and JSON pointer of each object with the reference. */
  #places(reference: string, base: string): string[] {
    const file = base === this.#files.base ? this.#files.url : base;
    const places: string[] = [];
    visitObjects(fileAt(this.#files, file), (object, pointer) => {
      if (object["$ref"] === reference || object["$dynamicRef"] === reference)
        places.push(`${shown(file)}#${pointer}`);
    });
    return places.length === 0 ? [shown(file)] : places;
  }

  #at(target: string, reference: string, base: string): Json {
    const [file = "", fragment = ""] = target.split("#");
    let root: Json;
    try {
      root = fileAt(this.#files, file);
    } catch (error) {
      return this.#broken(reference, base, `: ${(error as Error).message}`);
    }
    const value = valueAt(root, steps(fragment));
    if (value !== undefined) return value;
    const isInner = ["$defs", "definitions"].includes(steps(fragment)[0] ?? "");
    const hint = isInner ? ": it starts from the top of the file, not of the schema" : "";
    return this.#broken(reference, base, ` refers to nothing${hint}`);
  }
}

const shaping =
  "properties required additionalProperties patternProperties items prefixItems enum const oneOf anyOf allOf".split(
    " ",
  );

/** Whether the type of a value depends on what is beside a reference. */
function shapesType(schema: JsonObject): boolean {
  const isNullable = schema["nullable"] === true && "type" in schema;
  return isNullable || shaping.some((key) => key in schema);
}
