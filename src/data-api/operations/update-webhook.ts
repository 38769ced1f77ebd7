import type { Operation } from "../operation.ts";
import { extraOf, foundWebhook, webhookTarget, webhookView } from "../webhooks/definition.ts";

/** Changes what is sent of a webhook. */
export const updateWebhook: Operation<"updateWebhook"> = (params, context) => {
  const { id, name, description, url, status } = params;
  const { watches } = context;
  const before = foundWebhook(id, context);
  const target = url === undefined ? undefined : webhookTarget(url, context);
  const known = extraOf(before);
  const extra = JSON.stringify({ ...known, description: description ?? known.description });
  watches.update("data", id, { name, target, extra });
  if (status !== undefined) {
    watches.setStatus("data", id, status === "active" ? "active" : "paused");
  }
  return webhookView(foundWebhook(id, context));
};
