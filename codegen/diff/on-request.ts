import { isObject, type Json, listAt, objectAt } from "../load/json.ts";
import { formsOf } from "./forms.ts";
import { text } from "./keywords.ts";
import { type Placed, paramsOf } from "./placed.ts";

/** What no old call could request: new values of a param, by name; everything, for a new param. */
export type NewRequests = ReadonlyMap<string, "everything" | ReadonlySet<string>>;

/** Returns the new params, and the new values of the others. */
export function newRequests(old: Placed, now: Placed): NewRequests {
  const before = paramsOf(old);
  const requests = new Map<string, "everything" | ReadonlySet<string>>();
  for (const [name, param] of paramsOf(now)) {
    const known = before.get(name);
    if (known === undefined && param.json["required"] !== true) requests.set(name, "everything");
    if (known === undefined) continue;
    const words = wordsOf(known);
    requests.set(name, new Set([...wordsOf(param)].filter((word) => !words.has(word))));
  }
  return requests;
}

function wordsOf({ json, document }: Placed): ReadonlySet<string> {
  const forms = formsOf(json["schema"], document);
  return new Set(forms.flatMap(({ keywords }) => listAt(keywords, "enum").map(text)));
}

/**
 * Removes the forms of a result that only a new request returns. Such a form has a member with the
 * param's name: it has the new value, or it is required because the param was given.
 */
export function formsOnRequest(
  result: Json,
  requests: NewRequests,
): { readonly onRequest: readonly string[]; readonly always: Json } {
  const forms = isObject(result) ? listAt(result, "oneOf") : [];
  const reasons = forms.map((form) => reasonOf(form, requests));
  const onRequest = reasons.filter((reason) => reason !== undefined);
  if (onRequest.length === 0) return { onRequest, always: result };
  const always = forms.filter((_form, at) => reasons[at] === undefined);
  return { onRequest, always: { oneOf: always } };
}

function reasonOf(form: Json, requests: NewRequests): string | undefined {
  const members = Object.entries(objectAt(form, "properties"));
  for (const [name, member] of members) {
    const request = requests.get(name);
    if (request === "everything" && listAt(form, "required").includes(name)) {
      return `has another form where the new param ${name} is given`;
    }
    const values = isObject(member) ? listAt(member, "enum").map(text) : [];
    const [value] = values;
    if (value === undefined || values.length > 1 || typeof request !== "object") continue;
    if (request.has(value)) return `has another form where ${name} is ${value}, which is new`;
  }
  return undefined;
}
