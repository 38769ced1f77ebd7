import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import type { Note, Rule } from "./change.ts";
import { follow } from "./forms.ts";
import { text } from "./keywords.ts";
import { formsOnRequest, newRequests } from "./on-request.ts";
import { type Placed, paramsOf } from "./placed.ts";
import { compareSchemas } from "./schemas.ts";

/** Compares two versions of a method; `where` is its name. */
export function compareMethods(old: Placed, now: Placed, where: string, note: Note): void {
  compareMarks(old.json, now.json, where, note);
  if (old.json["x-pushed"] === true && now.json["x-pushed"] === true) {
    comparePushed(old, now, where, note);
    return;
  }
  const widenedParams = new Set<string>();
  compareParams(old, now, where, (rule, at, words) => {
    if (rule === "params-widened")
      widenedParams.add(`${at.replace(" params.", " result.")} ${words}`);
    note(rule, at, words);
  });
  compareResults(old, now, where, (rule, at, words) => {
    // A result that repeats a param has new values only for calls that were not possible before.
    const isRepeated = rule === "result-widened" && widenedParams.has(`${at} ${words}`);
    note(isRepeated ? "result-form-on-request" : rule, at, words);
  });
  compareErrors(old, now, where, note);
}

const marks: readonly (readonly [key: string, set: Rule, unset: Rule, words: string])[] = [
  ["deprecated", "method-deprecated", "method-no-longer-deprecated", "deprecated"],
  ["x-node-local", "method-node-local", "method-no-longer-node-local", "refused by public servers"],
  [
    "x-changes-state",
    "method-changes-state",
    "method-no-longer-changes-state",
    "clients must not retry it automatically",
  ],
];

function compareMarks(old: JsonObject, now: JsonObject, where: string, note: Note): void {
  for (const [key, set, unset, words] of marks) {
    if ((old[key] === true) === (now[key] === true)) continue;
    if (now[key] === true) note(set, where, `is ${words} now`);
    else note(unset, where, `is no longer ${words}`);
  }
  const [before, after] = [structureOf(old), structureOf(now)];
  if (before === after) return;
  const rule = after === "either" ? "param-structure-widened" : "param-structure-narrowed";
  note(rule, where, `params were ${before}, are ${after}`);
}

function structureOf(method: JsonObject): string {
  return textAt(method, "paramStructure") ?? "either";
}

function compareParams(old: Placed, now: Placed, where: string, note: Note): void {
  const [before, after] = [paramsOf(old), paramsOf(now)];
  for (const [name, param] of before) {
    const at = `${where} params.${name}`;
    const next = after.get(name);
    if (next === undefined) note("param-removed", at, "is gone");
    else compareParam(param, next, at, note);
  }
  for (const [name, { json }] of after) {
    if (before.has(name)) continue;
    const at = `${where} params.${name}`;
    if (json["required"] === true) note("param-added-required", at, "is new and required");
    else note("param-added", at, "is new");
  }
  if ([old, now].some(({ json }) => structureOf(json) === "by-name")) return;
  const order = [...after.keys()];
  const kept = [...before.keys()].filter((name) => after.has(name));
  if (kept.some((name, at) => order[at] !== name)) {
    note("param-order-changed", `${where} params`, `come as ${order.join(", ")}`);
  }
}

function compareParam(old: Placed, now: Placed, at: string, note: Note): void {
  const [wanted, wants] = [old.json["required"] === true, now.json["required"] === true];
  if (!wanted && wants) note("param-now-required", at, "was optional, is required");
  if (wanted && !wants) note("param-now-optional", at, "was required, is optional");
  const [before, after] = [defaultOf(old), defaultOf(now)];
  if (before === undefined && after !== undefined && wanted === wants) {
    note("param-default-added", at, `is ${text(after)} when left out`);
  } else if (before !== undefined && !wants && text(before) !== text(after)) {
    note(
      "param-default-changed",
      at,
      `was ${text(before)} when left out, is ${text(after) || "nothing"}`,
    );
  }
  compareSchemas(
    { schema: old.json["schema"], document: old.document },
    { schema: now.json["schema"], document: now.document },
    at,
    (aspect, place, words) => note(`params-${aspect}`, place, words),
  );
}

function defaultOf({ json, document }: Placed): Json | undefined {
  const schema = json["schema"] ?? true;
  const { value } = follow(schema, document, (found) => isObject(found) && "default" in found);
  return isObject(value) ? value["default"] : undefined;
}

/** The rules for params that the server sends: clients read them like the members of a result. */
const readRules: Readonly<Partial<Record<Rule, Rule>>> = {
  "param-removed": "result-member-removed",
  "param-added": "result-member-added",
  "param-added-required": "result-member-added-required",
  "param-now-required": "result-member-now-required",
  "param-now-optional": "result-member-now-optional",
};

/** Compares two versions of a notification that the server pushes. */
function comparePushed(old: Placed, now: Placed, where: string, note: Note): void {
  compareParams(old, now, where, (rule, at, words) => {
    if (rule.startsWith("param-default-")) return;
    const read = readRules[rule] ?? (rule.replace(/^params-/, "result-") as Rule);
    note(read, at, words);
  });
}

function compareResults(old: Placed, now: Placed, where: string, note: Note): void {
  const at = `${where} result`;
  const [before, after] = [resultOf(old), resultOf(now)];
  if (before === undefined && after === undefined) return;
  if (before === undefined || after === undefined) {
    if (before === undefined) note("result-added", at, "is new");
    else note("result-removed", at, "is gone");
    return;
  }
  const { onRequest, always } = formsOnRequest(after, newRequests(old, now));
  for (const reason of onRequest) note("result-form-on-request", at, reason);
  compareSchemas(
    { schema: before, document: old.document },
    { schema: always, document: now.document },
    at,
    (aspect, place, words) => note(`result-${aspect}`, place, words),
  );
}

function resultOf({ json, document }: Placed): Json | undefined {
  return json["result"] === undefined
    ? undefined
    : objectMember(follow(json["result"], document).value, "schema");
}

function objectMember(value: Json, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}

function compareErrors(old: Placed, now: Placed, where: string, note: Note): void {
  const [before, after] = [errorsOf(old), errorsOf(now)];
  const isNew = (name: string) => !before.has(name);
  const successors = new Set<string>();
  for (const [name, error] of before) {
    const at = `${where} errors.${name}`;
    const next = after.has(name)
      ? name
      : // The same error with another code or message, if it has no name of its own.
        [...after.keys()].find(
          (each) => isNew(each) && !successors.has(each) && isSuccessor(error, after.get(each)),
        );
    if (next === undefined) note("error-removed", at, "is not returned any more");
    else compareError(error, after.get(next) as JsonObject, at, note);
    if (next !== undefined) successors.add(next);
  }
  for (const name of after.keys()) {
    if (isNew(name) && !successors.has(name)) {
      note("error-added", `${where} errors.${name}`, "may be returned now");
    }
  }
}

function isSuccessor(old: JsonObject, now: JsonObject | undefined): boolean {
  return ["code", "message"].some((key) => old[key] !== undefined && old[key] === now?.[key]);
}

/** Returns the name of the component, or the code and message of an error without one. */
function errorsOf({ json, document }: Placed): ReadonlyMap<string, JsonObject> {
  return new Map(
    listAt(json, "errors").flatMap((error) => {
      const { value, name } = follow(error, document);
      if (!isObject(value)) return [];
      const { code, message } = value;
      return [[name ?? `${text(code)} ${text(message)}`, value]];
    }),
  );
}

function compareError(old: JsonObject, now: JsonObject, at: string, note: Note): void {
  const differs = (key: string) => text(old[key]) !== text(now[key]);
  const words = (key: string) =>
    `was ${text(old[key]) || "absent"}, is ${text(now[key]) || "absent"}`;
  if (differs("code")) note("error-code-changed", `${at}.code`, words("code"));
  if (differs("message")) note("error-message-changed", `${at}.message`, words("message"));
  if (!differs("data")) return;
  const gone = Object.keys(objectAt(old, "data")).filter((key) => !(key in objectAt(now, "data")));
  const isGone = gone.length > 0 || (old["data"] !== undefined && now["data"] === undefined);
  note(isGone ? "error-data-removed" : "error-data-changed", `${at}.data`, words("data"));
}
