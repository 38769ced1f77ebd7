import { sha256 } from "../../crypto/hash.ts";
import { formatHex } from "../../formats/hex.ts";
import type { BodyOf } from "../../watches/delivery/delivery.ts";
import { extraOf } from "./definition.ts";

/** The body of a delivery of the Data API: the event of `/ext/watch` in the envelope that SDKs expect. */
export const webhookBody: BodyOf = (definition, event) => {
  const { eventType } = extraOf(definition);
  const digest = sha256(Buffer.from(JSON.stringify([definition.id, event]))).subarray(0, 16);
  const messageId = formatHex(digest).slice("0x".length);
  return JSON.stringify({ webhookId: definition.id, eventType, messageId, event });
};
