import type { WebhookWithAddresses } from "../../generated/data-api/types.ts";
import type { Watch } from "../../watches/watch.ts";
import type { DataContext, Operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { extraOf, foundWebhook, webhookView, withKeys } from "../webhooks/definition.ts";
import { slicedPage } from "../webhooks/page.ts";
import {
  checkAddressCount,
  readAddresses,
  webhookAddresses,
  webhookRule,
} from "../webhooks/rule.ts";

/** The addresses that a webhook watches; none of one about validators. */
export const getAddressesFromWebhook: Operation<"getAddressesFromWebhook"> = (
  { id, ...page },
  context,
) => {
  const { eventType, metadata } = extraOf(foundWebhook(id, context));
  const all = eventType === "validator_activity" ? [] : metadata.keys;
  const { entries, token } = slicedPage(all, page);
  return { addresses: entries, totalAddresses: all.length, ...token };
};

/** Adds addresses that it does not watch yet. */
export const addAddressesToWebhook: Operation<"addAddressesToWebhook"> = (params, context) => {
  const { watch, known } = addressWebhook(params.id, context);
  const more = webhookAddresses("addresses", params.addresses, context);
  const keys = [...new Set([...known, ...more])];
  checkAddressCount("addresses", keys);
  if (keys.length - known.length > context.watches.room().addresses) {
    throw new Problem(400, "addresses: this node cannot watch as many more addresses");
  }
  return changed(watch, keys, context);
};

/** Removes addresses; one has to stay. */
export const removeAddressesFromWebhook: Operation<"removeAddressesFromWebhook"> = (
  params,
  context,
) => {
  const { watch, known } = addressWebhook(params.id, context);
  const gone = new Set(webhookAddresses("addresses", params.addresses, context));
  const keys = known.filter((each) => !gone.has(each));
  if (keys.length === 0) throw new Problem(400, "addresses: a webhook keeps at least one address");
  return changed(watch, keys, context);
};

/** Throws Problem with status 400 for a webhook about validators. */
function addressWebhook(id: string, context: DataContext) {
  const watch = foundWebhook(id, context);
  const { eventType, metadata } = extraOf(watch);
  if (eventType === "validator_activity") {
    throw new Problem(400, "id: a webhook of validator_activity watches no addresses");
  }
  return { watch, known: readAddresses("id", metadata.keys, context) };
}

function changed(watch: Watch, keys: string[], context: DataContext): WebhookWithAddresses {
  const extra = extraOf(watch);
  const next = { ...extra, metadata: withKeys(extra.metadata, keys) };
  const change = { rule: webhookRule(next, context), extra: JSON.stringify(next) };
  context.watches.update("data", watch.id, change);
  const view = webhookView(foundWebhook(watch.id, context));
  const { keys: addresses } = view.metadata;
  return { ...view, eventType: "address_activity", metadata: { addresses } };
}
