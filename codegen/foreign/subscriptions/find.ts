import { methodsIn, nameOf } from "../../document-parts.ts";
import { type JsonObject, textAt } from "../../load/json.ts";
import { conventionOf } from "./conventions.ts";
import { declaredSubscription } from "./declared.ts";
import type { Subscription } from "./subscription.ts";

/** The subscriptions of a self-contained document: those that `x-subscription` declares, and those of known conventions. */
export function subscriptionsOf(document: JsonObject): readonly Subscription[] {
  return methodsIn(document).flatMap(
    (method) => declaredSubscription(method, document) ?? conventionOf(method, document) ?? [],
  );
}

/** The document without the methods that the server calls, which are its notifications. */
export function withoutPushes(document: JsonObject): JsonObject {
  const pushed = new Set(
    subscriptionsOf(document).flatMap(({ pushes }) =>
      pushes.map(({ notification }) => notification),
    ),
  );
  if (pushed.size === 0) return document;
  const methods = methodsIn(document).filter((method) => !pushed.has(nameOf(method)));
  return { ...document, methods };
}

/** Also without those that begin and end subscriptions: what is left answers over HTTP. */
export function withoutSubscriptions(document: JsonObject): JsonObject {
  const subscriptions = subscriptionsOf(document);
  const names = new Set(subscriptions.flatMap(({ method, end }) => [textAt(method, "name"), end]));
  const rest = withoutPushes(document);
  if (names.size === 0) return rest;
  return {
    ...rest,
    methods: methodsIn(rest).filter((method) => !names.has(textAt(method, "name"))),
  };
}
