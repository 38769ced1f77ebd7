import { clientHeader, docComment, printKey, printValue } from "../../emit/writer.ts";
import type { ClientFile } from "../language.ts";
import { usesName } from "../literals.ts";
import type { ClientModel, ClientSubscription } from "../model.ts";
import { runtimeFiles } from "../package/package.ts";
import { shapeOf } from "../shapes.ts";
import { printScopedType } from "./model-types.ts";
import { printShapes } from "./shape-table.ts";

/** The files of a package whose document has subscriptions. */
export function subscriptionFiles(model: ClientModel): ClientFile[] {
  return [
    ...runtimeFiles("typescript/src/*.ts", ["socket-messages", "subscription"], "src/*.ts"),
    { path: "src/generated/subscriptions.ts", text: printSubscriptions(model) },
  ];
}

/** Prints the subscriptions of a document: their types, and what the runtime needs to know about them. */
function printSubscriptions({ generated, subscriptions, types }: ClientModel): string {
  const members = subscriptions.map(printSignature).join("\n");
  const rows = subscriptions.map(
    (each) => `  ${printKey(each.localName)}: ${printInfo(each, types)},\n`,
  );
  const shapes = printShapes(
    subscriptions.flatMap(({ pushes }) => pushes.map(({ type }) => type)),
    types,
  );
  return `${clientHeader(generated)}
import type { Shapes } from "../shape.ts";
import type { SubscribeOptions, Subscriber, SubscriptionInfo } from "../subscription.ts";
${usesName("types", members) ? 'import type * as types from "./types.ts";\n' : ""}
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

function printSignature(subscription: ClientSubscription): string {
  const { localName, summary, description, params, pushes } = subscription;
  const optional = params?.members.every(({ required }) => !required) ? "?" : "";
  const given = params === undefined ? "" : `params${optional}: types.${params.name}, `;
  const item = printItem(pushes);
  const comment = docComment([summary, description], "  ");
  return `${comment}  ${printKey(localName)}(${given}options?: SubscribeOptions): AsyncGenerator<${item}, void, undefined>;\n`;
}

/** The type of what a subscription pushes; with the name of the notification if it has several. */
export function printItem(pushes: ClientSubscription["pushes"]): string {
  const [only] = pushes;
  if (pushes.length === 1 && only !== undefined) return printScopedType(only.type);
  return pushes
    .map(
      ({ notification, type }) =>
        `{ readonly notification: ${JSON.stringify(notification)}; readonly payload: ${printScopedType(type)} }`,
    )
    .join(" | ");
}
