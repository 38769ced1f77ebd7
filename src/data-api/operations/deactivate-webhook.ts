import type { Operation } from "../operation.ts";
import { foundWebhook, webhookView } from "../webhooks/definition.ts";

/** Deletes a webhook, and what waits for it. */
export const deactivateWebhook: Operation<"deactivateWebhook"> = ({ id }, context) => {
  const view = webhookView(foundWebhook(id, context));
  context.watches.delete("data", id);
  return { ...view, status: "inactive" };
};
