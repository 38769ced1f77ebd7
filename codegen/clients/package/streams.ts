import { methodsOf } from "../lookup.ts";
import type { ClientMethod, ClientModel, ClientSubscription } from "../model.ts";

/** Whether the document has a method that begins a stream of notifications. */
export function hasSubscriptions({ subscriptions }: ClientModel): boolean {
  return subscriptions.length > 0;
}

/** A method of a model by its name on the wire. */
export function methodOf(name: string, { profiles }: ClientModel): ClientMethod {
  const methods = methodsOf({ profiles });
  const found = methods.find((method) => method.name === name);
  if (found === undefined) throw new Error(`the model has no method ${name}`);
  return found;
}

/** The method that ends a subscription, and its param with the ID. */
export function endOf(
  { end }: ClientSubscription,
  model: ClientModel,
): { readonly method: ClientMethod; readonly param: string } | undefined {
  if (end === undefined) return undefined;
  const method = methodOf(end, model);
  return { method, param: method.params?.members[0]?.name ?? "subscription" };
}
