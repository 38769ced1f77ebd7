import { isNotification } from "../../declared-method.ts";
import { componentSchemas, methodsIn, nameOf, paramsIn, schemaOf } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, listAt, textAt } from "../../load/json.ts";
import { componentName } from "../pointers.ts";
import { payloadIn } from "./declared.ts";
import { ethereumKinds } from "./ethereum.ts";
import type { Push, Subscription } from "./subscription.ts";

type Convention = (name: string, methods: readonly JsonObject[]) => Ties | undefined;

/** What a name says of the notifications and the end of a subscription. */
type Ties = {
  readonly notifications: readonly string[];
  readonly end: string;
  readonly idMember: string;
};

/**
 * The subscriptions of a method whose name follows a convention: `eth_subscribe` and `eth_subscription`,
 * `starknet_subscribeNewHeads` and `starknet_subscriptionNewHeads`, `accountSubscribe` and `accountNotification`. The method
 * that ends them must exist.
 */
export function conventionOf(method: JsonObject, document: JsonObject): Subscription[] | undefined {
  const name = nameOf(method);
  const methods = methodsIn(document);
  if (isNotification(method)) return undefined;
  for (const convention of [shared, prefixed, suffixed]) {
    const ties = convention(name, methods);
    if (ties === undefined || find(methods, ties.end) === undefined) continue;
    const { notifications, end, idMember } = ties;
    const pushes = notifications.map(
      (notification): Push => ({
        notification,
        payload: payloadIn(document, notification, "result"),
      }),
    );
    const all = { method, pushes, takes: undefined, end, idMember, payloadMember: "result" };
    const kinds = convention === shared ? kindsOf(method, document) : [];
    if (name === "eth_subscribe" && find(methods, notifications[0] ?? "") === undefined) {
      return ethereumKinds(
        all,
        kinds.map(([, kind]) => kind),
        document,
      );
    }
    return kinds.length === 0
      ? [{ ...all, name: "", summary: undefined, when: {} }]
      : kinds.map(([param, kind]) => ({
          ...all,
          name: kind,
          summary: undefined,
          when: { [param]: kind },
        }));
  }
  return undefined;
}

/** `eth_subscribe` pushes `eth_subscription`, whatever it subscribes to. */
const shared: Convention = (name) => {
  const [, prefix] = /^(.*_)subscribe$/.exec(name) ?? [];
  if (prefix === undefined) return undefined;
  return {
    notifications: [`${prefix}subscription`],
    end: `${prefix}unsubscribe`,
    idMember: "subscription",
  };
};

/** `starknet_subscribeNewHeads` pushes `starknet_subscriptionNewHeads`, and what no other method of the kind pushes. */
const prefixed: Convention = (name, methods) => {
  const [, prefix, topic] = /^(.*_)subscribe([A-Z]\w*)$/.exec(name) ?? [];
  if (prefix === undefined || topic === undefined) return undefined;
  const notified = methods
    .filter(isNotification)
    .map(nameOf)
    .filter((each) => each.startsWith(`${prefix}subscription`));
  const own = notified.find((each) => isOf(each, `${prefix}subscription`, topic));
  if (own === undefined) return undefined;
  const topics = methods.flatMap((each) => {
    const [, , other] = /^(.*_)subscribe([A-Z]\w*)$/.exec(nameOf(each)) ?? [];
    return other === undefined ? [] : [other];
  });
  const ownerless = notified.filter(
    (each) => !topics.some((other) => isOf(each, `${prefix}subscription`, other)),
  );
  const params = paramsIn(find(methods, own)).map(nameOf);
  return {
    notifications: [own, ...ownerless],
    end: `${prefix}unsubscribe`,
    idMember: params.find((each) => each !== "result") ?? "subscription",
  };
};

/** `accountSubscribe` pushes `accountNotification`. */
const suffixed: Convention = (name) => {
  const [, topic] = /^(\w+)Subscribe$/.exec(name) ?? [];
  if (topic === undefined) return undefined;
  return {
    notifications: [`${topic}Notification`],
    end: `${topic}Unsubscribe`,
    idMember: "subscription",
  };
};

/** Starknet's `subscribeNewTransactions` pushes `subscriptionNewTransaction`. */
function isOf(notification: string, start: string, topic: string): boolean {
  return [topic, topic.replace(/s$/, "")].some((each) => notification === start + each);
}

function find(methods: readonly JsonObject[], name: string): JsonObject | undefined {
  return methods.find((method) => nameOf(method) === name);
}

/** The words of a first param that is an enum: what to subscribe to. */
function kindsOf(
  method: JsonObject,
  document: JsonObject,
): readonly (readonly [param: string, kind: string])[] {
  const [param] = listAt(method, "params");
  const written: Json = schemaOf(param);
  const component = isObject(written) ? componentName(written) : undefined;
  const schema = component === undefined ? written : componentSchemas(document).get(component);
  const words = listAt(schema, "enum");
  const name = textAt(param, "name");
  if (name === undefined || !words.every((word) => typeof word === "string")) return [];
  return words.map((word) => [name, word] as const);
}
