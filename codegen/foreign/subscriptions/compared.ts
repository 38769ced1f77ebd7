import type { ContractVersion } from "../../diff/contracts.ts";
import { methodsIn, nameOf } from "../../document-parts.ts";
import { type Json, type JsonObject, objectAt } from "../../load/json.ts";
import { subscriptionsOf } from "./find.ts";

/** A self-contained document as a version to compare: what its server pushes is marked, because clients read it. */
export function comparedVersion(document: JsonObject): ContractVersion {
  const methods = withPushes(document);
  return new Map([["", new Map([["", { ...document, methods }]])]]);
}

/** The methods, with those that the server calls marked, and one for each stream that only `x-subscription` declares. */
function withPushes(document: JsonObject): readonly Json[] {
  const subscriptions = subscriptionsOf(document);
  const pushed = new Set(
    subscriptions.flatMap(({ pushes }) => pushes.map(({ notification }) => notification)),
  );
  const methods = methodsIn(document);
  const names = new Set(methods.map(nameOf));
  const marked = methods.map((method) =>
    pushed.has(nameOf(method)) ? { ...method, "x-pushed": true } : method,
  );
  const streams = subscriptions.flatMap(({ method, name, payloadMember, pushes }) =>
    pushes
      .filter(({ notification }) => isOnlyDeclared(method, notification, name, names))
      .map(({ notification, payload }) => ({
        name: [notification, name].join(" ").trim(),
        "x-pushed": true,
        params: [{ name: payloadMember, required: true, schema: payload }],
      })),
  );
  return [...marked, ...streams];
}

/** Whether a push has a schema that no method has: types by convention come from other methods of the document. */
function isOnlyDeclared(
  method: JsonObject,
  notification: string,
  kind: string,
  names: ReadonlySet<string>,
): boolean {
  const isDeclared = Object.keys(objectAt(method, "x-subscription")).length > 0;
  return isDeclared && (kind !== "" || !names.has(notification));
}
