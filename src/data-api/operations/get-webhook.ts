import type { Operation } from "../operation.ts";
import { foundWebhook, webhookView } from "../webhooks/definition.ts";

/** A webhook by its ID. */
export const getWebhook: Operation<"getWebhook"> = ({ id }, context) =>
  webhookView(foundWebhook(id, context));
