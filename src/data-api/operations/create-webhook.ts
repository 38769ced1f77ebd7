import { addressCount } from "../../watches/rule.ts";
import { requireNetwork, requirePChain } from "../chain.ts";
import type { Operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { webhookTarget, webhookView } from "../webhooks/definition.ts";
import { keptMetadata, webhookRule } from "../webhooks/rule.ts";

/** Creates a webhook of what happens from now on. */
export const createWebhook: Operation<"createWebhook"> = (params, context) => {
  const { url, name = "", description = "", network, chainId, eventType, metadata } = params;
  const { watches } = context;
  if (network !== undefined) requireNetwork(network, context.chain);
  requirePChain("chainId", chainId);
  const rule = webhookRule({ eventType, metadata }, context);
  const kept = keptMetadata({ eventType, metadata }, context);
  const room = watches.room();
  if (room.watches <= 0)
    throw new Problem(400, `webhooks: this node has its ${room.watchesMax} watches: delete some`);
  if (addressCount(rule) > room.addresses) {
    throw new Problem(
      400,
      `metadata.keys: this node can watch ${room.addresses} more addresses: use fewer`,
    );
  }
  const target = webhookTarget(url, context);
  const extra = JSON.stringify({ chainId, description, eventType, metadata: kept });
  const { watch } = watches.create({ api: "data", name, rule, target, extra });
  return webhookView(watch);
};
