import { nameOf } from "../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import type { Change, Note } from "./change.ts";
import { follow } from "./forms.ts";
import { compareMethods } from "./methods.ts";
import type { Placed } from "./placed.ts";

/** Self-contained documents by name, such as `platform`. */
export type Documents = ReadonlyMap<string, JsonObject>;

/** Every difference between two versions of a contract that a program can meet; descriptions and examples are none. */
export function compareDocuments(old: Documents, now: Documents): readonly Change[] {
  const changes: Change[] = [];
  const note: Note = (rule, where, text) => changes.push({ rule, where, text });
  for (const [name, document] of old) {
    const next = now.get(name);
    if (next === undefined) note("document-removed", name, "is gone");
    else compareDocument(document, next, name, note);
  }
  for (const name of now.keys()) if (!old.has(name)) note("document-added", name, "is new");
  return changes;
}

function compareDocument(old: JsonObject, now: JsonObject, name: string, note: Note): void {
  comparePaths(old, now, name, note);
  compareRoutes(old, now, name, note);
  const [wasOn, isOn] = [isOnByDefault(old), isOnByDefault(now)];
  if (wasOn && !isOn) note("switched-off-by-default", name, "is off unless it is switched on");
  if (!wasOn && isOn) note("switched-on-by-default", name, "is on unless it is switched off");

  const [before, after] = [methodsOf(old), methodsOf(now)];
  for (const [method, placed] of before) {
    const next = after.get(method);
    if (next === undefined) note("method-removed", method, "is gone");
    else compareMethods(placed, next, method, note);
  }
  for (const method of after.keys()) {
    if (!before.has(method)) note("method-added", method, "is new");
  }
}

function comparePaths(old: JsonObject, now: JsonObject, name: string, note: Note): void {
  const [before, after] = [listAt(old, "x-paths"), listAt(now, "x-paths")];
  for (const path of before) {
    if (!after.includes(path)) note("path-removed", name, `is not served at ${path} any more`);
  }
  for (const path of after) {
    if (!before.includes(path)) note("path-added", name, `is served at ${path} now`);
  }
}

function compareRoutes(old: JsonObject, now: JsonObject, name: string, note: Note): void {
  const byPath = (document: JsonObject) =>
    new Map(listAt(document, "x-http-get").map((route) => [textAt(route, "path") ?? "", route]));
  const [before, after] = [byPath(old), byPath(now)];
  for (const [path, route] of before) {
    const at = `${name} GET ${path}`;
    const next = after.get(path);
    if (next === undefined) note("get-route-removed", at, "is gone");
    else if (JSON.stringify(route) !== JSON.stringify(next)) {
      note("get-route-changed", at, `is ${JSON.stringify(next)} now`);
    }
  }
  for (const path of after.keys()) {
    if (!before.has(path)) note("get-route-added", `${name} GET ${path}`, "is new");
  }
}

function isOnByDefault(document: JsonObject): boolean {
  const enabledBy = objectAt(document, "x-enabled-by");
  return !("default" in enabledBy) || enabledBy["default"] === true;
}

function methodsOf(document: JsonObject): ReadonlyMap<string, Placed> {
  const placed = (method: Json): [string, Placed] => {
    const { value } = follow(method, document);
    if (!isObject(value)) throw new Error("a method that is not an object");
    return [nameOf(value), { json: value, document }];
  };
  return new Map(listAt(document, "methods").map(placed));
}
