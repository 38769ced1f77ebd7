import { methodsByName, nameOf, paramsIn, schemaOf } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import type { Push, Subscription } from "./subscription.ts";

/** What `x-subscription` of a method declares; undefined if it has none. */
export function declaredSubscription(
  method: JsonObject,
  document: JsonObject,
): Subscription[] | undefined {
  const written = method["x-subscription"];
  if (!isObject(written)) return undefined;
  const notification = textAt(written, "notification") ?? "";
  const payloadMember = textAt(written, "payload") ?? "result";
  const shared = {
    method,
    idMember: textAt(written, "id") ?? "subscription",
    payloadMember,
    end: textAt(written, "end"),
  };
  const push = (part: JsonObject): Push => ({
    notification: textAt(part, "notification") ?? notification,
    payload: part["schema"] ?? payloadIn(document, notification, payloadMember),
  });
  const also = listAt(written, "also").filter(isObject).map(push);
  const kinds = listAt(written, "kinds").filter(isObject);
  if (kinds.length === 0) {
    return [
      {
        ...shared,
        name: "",
        summary: undefined,
        when: {},
        takes: undefined,
        pushes: [push(written), ...also],
      },
    ];
  }
  return kinds.map((kind) => ({
    ...shared,
    name: textAt(kind, "name") ?? nameFrom(Object.values(objectAt(kind, "when"))),
    summary: textAt(kind, "summary"),
    when: objectAt(kind, "when"),
    takes: "params" in kind ? listAt(kind, "params").map(String) : undefined,
    pushes: [push(kind), ...also],
  }));
}

/** A name of the texts and numbers that choose a kind of subscription. */
function nameFrom(values: readonly Json[]): string {
  return values.filter((value) => typeof value === "string" || typeof value === "number").join("_");
}

/** The schema of a param of a notification, if the document declares the notification as a method. */
export function payloadIn(document: JsonObject, notification: string, payloadMember: string): Json {
  const declared = methodsByName(document).get(notification);
  const param = paramsIn(declared).find((each) => nameOf(each) === payloadMember);
  return schemaOf(param);
}
