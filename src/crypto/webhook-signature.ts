import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** `hmac-sha256`: both sides have the secret. `ed25519`: the receiver has the public key. */
export type WebhookKeyKind = "hmac-sha256" | "ed25519";

/** A signature in the form of Standard Webhooks, such as `v1,K5oZ...`. `secret` is 24 to 64 bytes, or of ed25519 a seed of 32. */
export function signWebhook(
  kind: WebhookKeyKind,
  secret: Uint8Array,
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  if (kind === "hmac-sha256") {
    return new Webhook(secret, { format: "raw" }).sign(id, new Date(seconds * 1000), body);
  }
  const signature = sign(null, Buffer.from(`${id}.${seconds}.${body}`), privateKeyOf(secret));
  return `v1a,${signature.toString("base64")}`;
}

/** The 32 bytes of the public key of a seed. */
export function webhookPublicKey(seed: Uint8Array): Uint8Array {
  const { x } = createPublicKey(privateKeyOf(seed)).export({ format: "jwk" });
  return Buffer.from(x!, "base64url");
}

/** PKCS #8 of an ed25519 key is this prefix and the seed. RFC 8410 */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

function privateKeyOf(seed: Uint8Array) {
  return createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: "der",
    type: "pkcs8",
  });
}
