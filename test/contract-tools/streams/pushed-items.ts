import { foreignModel } from "../../../codegen/foreign/client-model.ts";
import { randomOf } from "../../../codegen/foreign/mock/random.ts";
import { randomSample } from "../../../codegen/foreign/mock/sample.ts";
import { subscriptionsOf } from "../../../codegen/foreign/subscriptions/find.ts";
import type { Push, Subscription } from "../../../codegen/foreign/subscriptions/subscription.ts";
import { Validators } from "../../../codegen/foreign/validators.ts";
import { type Json, type JsonObject, objectAt } from "../../../codegen/load/json.ts";

export const itemCount = 6;

/** What geth pushes when it begins to synchronise and when it has ended; other nodes push `true`. */
const syncingItems: readonly Json[] = [
  { syncing: true, status: { StartingBlock: 0, CurrentBlock: 5, HighestBlock: 9 } },
  false,
  true,
  { syncing: true, status: { CurrentBlock: 18446744073709551615n, TxIndexRemainingBlocks: 7 } },
  { syncing: false },
  false,
];

/** Valid items of each stream of a document, by its name in code: random ones, and the forms that geth pushes. */
export function itemsByStream(document: JsonObject): ReadonlyMap<string, readonly Json[]> {
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  const validators = new Validators(document);
  const written = subscriptionsOf(document);
  const itemsOf = (name: string, { method, name: kind, pushes }: Subscription): readonly Json[] => {
    if (method["name"] === "eth_subscribe" && kind === "syncing") return syncingItems;
    const random = randomOf(name);
    return Array.from({ length: itemCount }, (_each, index) => {
      const { notification, payload } = pushes[index % pushes.length] as Push;
      const item = randomSample(payload, schemas, validators, random);
      return pushes.length === 1 ? item : { notification, payload: item };
    });
  };
  const streams = foreignModel(document).model.subscriptions;
  return new Map(
    streams.map(({ localName }, index) => [
      localName,
      itemsOf(localName, written[index] as Subscription),
    ]),
  );
}
