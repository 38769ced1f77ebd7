import type { RevertedEvent, WatchEvent } from "../../generated/events.ts";
import type { WatchKeys } from "../keys.ts";
import type { WatchDefinition, WatchTarget } from "../watch.ts";
import { webhookID } from "../watch-event.ts";
import { type Answer, post } from "./post.ts";

/** A request that delivers an event: the same bytes and ID at every repetition. */
export type Delivery = { readonly id: string; readonly body: string };

/** Makes the body of a delivery in the form of an API. */
export type BodyOf = (definition: WatchDefinition, event: WatchEvent | RevertedEvent) => string;

export function deliveryOf(body: string, revert: number): Delivery {
  return { id: webhookID(body, revert), body };
}

export type SenderOptions = {
  readonly keys: WatchKeys;
  readonly allowsPrivate: boolean;
  readonly userAgent: string;
  readonly nowMs: () => number;
  readonly timeoutMs: number;
};

/** Signs a delivery and sends it once. Rejects with NoAnswer. */
export function sendDelivery(
  { keys, allowsPrivate, userAgent, nowMs, timeoutMs }: SenderOptions,
  { url, keyID }: WatchTarget,
  { id, body }: Delivery,
): Promise<Answer> {
  const seconds = Math.floor(nowMs() / 1000);
  return post({
    url,
    body,
    allowsPrivate,
    timeoutMs,
    headers: {
      "content-type": "application/json",
      "user-agent": userAgent,
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": keys.signatures(keyID, { id, seconds, body }),
    },
  });
}
