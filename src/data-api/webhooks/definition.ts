import { sha256 } from "../../crypto/hash.ts";
import { formatHex } from "../../formats/hex.ts";
import { parseJson } from "../../formats/json.ts";
import type { Webhook, WebhookMetadata } from "../../generated/data-api/types.ts";
import type { BodyOf } from "../../watches/delivery/delivery.ts";
import type { Watch } from "../../watches/watch.ts";
import type { DataContext } from "../operation.ts";
import { Problem } from "../problem.ts";

/** The key that signs the deliveries of all webhooks. */
export const sharedKey = "data";
/** For how long the secret before also signs: a day. */
export const overlapSeconds = 86_400;

/** As many addresses as a response can list. A webhook that was stored without this limit can have more. */
export const addressesMax = 10_000;

/** What a webhook is beside a watch. */
export type WebhookExtra = Pick<Webhook, "chainId" | "description" | "eventType" | "metadata">;

export function extraOf({ extra }: Pick<Watch, "extra">): WebhookExtra {
  return parseJson(extra!) as unknown as WebhookExtra;
}

/** Throws Problem with status 404. */
export function foundWebhook(id: string, { watches }: Pick<DataContext, "watches">): Watch {
  const watch = watches.get("data", id);
  if (watch === undefined) throw new Problem(404, `id: there is no webhook ${JSON.stringify(id)}`);
  return watch;
}

/** Lists as many of its addresses as a response can; `/addresses` has all of them, page by page. */
export function webhookView(watch: Watch): Webhook {
  const extra = extraOf(watch);
  const { metadata } = extra;
  return {
    id: watch.id,
    url: watch.target?.url ?? "",
    status: watch.status === "active" ? "active" : "inactive",
    createdAt: Math.floor(watch.createdMs / 1000),
    name: watch.name,
    ...extra,
    metadata: withKeys(metadata, metadata.keys.slice(0, addressesMax)),
  };
}

export function withKeys(metadata: WebhookMetadata, keys: readonly string[]): WebhookMetadata {
  return { ...metadata, keys };
}

/** Throws Problem with status 400 for a URL that must not be used. */
export function webhookTarget(url: string, { watches }: Pick<DataContext, "watches">) {
  const refusal = watches.refusalOf(url);
  if (refusal !== undefined) {
    throw new Problem(400, `url: expected ${refusal}, got ${JSON.stringify(url)}`);
  }
  const room = watches.room();
  if (room.targets <= 0 && !room.hasTarget(new URL(url).href)) {
    const remedy = "delete webhooks, or use a URL of another one";
    throw new Problem(400, `url: this node has its ${room.targetsMax} different URLs: ${remedy}`);
  }
  if (watches.keys.current(sharedKey) === undefined) watches.rotate(sharedKey, 0);
  return { url: new URL(url).href, keyID: sharedKey };
}

/** The body of a delivery of the Data API: the event of `/ext/watch` in the envelope that SDKs expect. */
export const webhookBody: BodyOf = (definition, event) => {
  const { eventType } = extraOf(definition);
  const digest = sha256(Buffer.from(JSON.stringify([definition.id, event]))).subarray(0, 16);
  const messageId = formatHex(digest).slice("0x".length);
  return JSON.stringify({ webhookId: definition.id, eventType, messageId, event });
};
