import { docComment, printKey, printValue } from "../../emit/writer.ts";
import type { ClientModel, ClientSubscription } from "../model.ts";
import { shapeOf } from "../shapes.ts";
import { printType } from "./model-types.ts";
import { printShapes } from "./shape-table.ts";

/** The files of the runtime that subscriptions need. */
export const subscriptionRuntime = ["socket-messages", "subscription"];

/** Prints the subscriptions of a document: their types, and what the runtime needs to know about them. */
export function printSubscriptions(
  { subscriptions, types }: ClientModel,
  scoped: (type: string) => string,
): string {
  const members = subscriptions.map((each) => printSignature(each, scoped)).join("\n");
  const rows = subscriptions.map(
    (each) => `  ${printKey(each.localName)}: ${printInfo(each, types)},\n`,
  );
  const shapes = printShapes(
    subscriptions.flatMap(({ pushes }) => pushes.map(({ type }) => type)),
    types,
  );
  return `// @generated from an OpenRPC document. Do not edit.

import type { Shapes } from "../shape.ts";
import type { SubscribeOptions, Subscriber, SubscriptionInfo } from "../subscription.ts";
${members.includes("types.") ? 'import type * as types from "./types.ts";\n' : ""}
/** What the server pushes. */
export interface Subscriptions {
${members}}

/** What the types of notifications must be, by name. */
export const pushedShapes: Shapes = ${shapes};

/** The subscriptions, by their names in code. */
const subscriptions: Readonly<Record<keyof Subscriptions, SubscriptionInfo & { readonly hasParams: boolean }>> = {
${rows.join("")}};

export function bindSubscriptions(subscriber: Subscriber): Subscriptions {
  const bound = Object.entries(subscriptions).map(([localName, info]) => [
    localName,
    info.hasParams
      ? (params: unknown, options?: SubscribeOptions) => subscriber.subscribe(info, params, options)
      : (options?: SubscribeOptions) => subscriber.subscribe(info, {}, options),
  ]);
  return Object.fromEntries(bound) as Subscriptions;
}
`;
}

function printInfo(subscription: ClientSubscription, types: ClientModel["types"]): string {
  const { method, fixed, idMember, payloadMember, end, pushes, params } = subscription;
  const shapes = pushes.map(
    ({ notification, type }) => [notification, shapeOf(type, types)] as const,
  );
  return printValue({
    method,
    hasParams: params !== undefined,
    fixed,
    idMember,
    payloadMember,
    ...(end !== undefined && { end }),
    pushes: Object.fromEntries(shapes),
  });
}

function printSignature(
  { localName, summary, description, params, pushes }: ClientSubscription,
  scoped: (type: string) => string,
): string {
  const optional = params?.members.every(({ required }) => !required) ? "?" : "";
  const given = params === undefined ? "" : `params${optional}: types.${params.name}, `;
  const item = printItem(pushes, scoped);
  const comment = docComment([summary, description], "  ");
  return `${comment}  ${printKey(localName)}(${given}options?: SubscribeOptions): AsyncGenerator<${item}, void, undefined>;\n`;
}

/** The type of what a subscription pushes; with the name of the notification if it has several. */
export function printItem(
  pushes: ClientSubscription["pushes"],
  scoped: (type: string) => string,
): string {
  const [only] = pushes;
  if (pushes.length === 1 && only !== undefined) return scoped(printType(only.type));
  return pushes
    .map(
      ({ notification, type }) =>
        `{ readonly notification: ${JSON.stringify(notification)}; readonly payload: ${scoped(printType(type))} }`,
    )
    .join(" | ");
}
