import { docComment, printKey, printValue } from "../../emit/writer.ts";
import type { ClientModel, ClientSubscription } from "../model.ts";
import { changed } from "../package/streams.ts";
import { shapeOf } from "../shapes.ts";
import { printType } from "./model-types.ts";
import { printShapes } from "./shape-table.ts";

/** The files of the runtime that subscriptions need. */
export const subscriptionRuntime = ["socket-messages", "subscription"];

/** Prints the subscriptions of a document: their types, and what the runtime needs to know about them. */
export function printSubscriptions(
  { subscriptions = [], types }: ClientModel,
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
import type { SubscribeOptions, SubscriptionInfo } from "../subscription.ts";
${members.includes("types.") ? 'import type * as types from "./types.ts";\n' : ""}
/** What the server pushes. */
export interface Subscriptions {
${members}}

/** What the types of notifications must be, by name. */
export const pushedShapes: Shapes = ${shapes};

/** The subscriptions, by their names in code. */
export const subscriptions: Readonly<Record<keyof Subscriptions, SubscriptionInfo & { readonly hasParams: boolean }>> = {
${rows.join("")}};
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

/** Changes the client of a document without subscriptions into one that has them. */
export function withSubscriptions(client: string): string {
  const changes: readonly (readonly [string, string])[] = [
    [
      'import type { CallOptions } from "./method.ts";\n',
      'import { pushedShapes, type Subscriptions, subscriptions } from "./generated/subscriptions.ts";\nimport type { CallOptions } from "./method.ts";\nimport type { OpenSocket } from "./socket-messages.ts";\nimport { type SubscribeOptions, Subscriber } from "./subscription.ts";\n',
    ],
    [
      "  /** Replaces HTTP. */",
      `  /** The WebSocket of subscriptions. Default: the client's URL with the scheme ws or wss. */
  readonly webSocketUrl?: string;
  /** Replaces the global \`WebSocket\`, for Node before 22 or for headers of your own. */
  readonly webSocket?: OpenSocket;
  /** Notifications of a subscription that wait to be read; more end it. Default: 10,000. */
  readonly waitingMax?: number;
  /** Replaces HTTP. */`,
    ],
    [
      "  readonly rpc: Methods;\n",
      "  readonly rpc: Methods;\n  /** What the server pushes, over WebSockets. A broken connection is opened again; leaving the loop ends the subscription. */\n  readonly subscriptions: Subscriptions;\n",
    ],
    [
      "  return {\n    rpc: bind(caller.call),\n",
      `  const subscriber = new Subscriber({
    url: options.webSocketUrl ?? url.replace(/^http/, "ws"),
    methods,
    shapes: pushedShapes,
    open: options.webSocket ?? ((target) => new WebSocket(target)),
    timeoutMs,
    retryDelayMs,
    waitingMax: options.waitingMax ?? 10_000,
  });
  return {
    rpc: bind(caller.call),
    subscriptions: bindSubscriptions(subscriber),
`,
    ],
  ];
  return `${changed(client, changes)}
function bindSubscriptions(subscriber: Subscriber): Subscriptions {
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
