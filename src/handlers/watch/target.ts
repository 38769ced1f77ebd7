import { errors } from "../../generated/errors.ts";
import { describeSecret, describeValue } from "../../generated/issue.ts";
import type { WatchNewTarget, WatchSignature } from "../../generated/types.ts";
import { parseSecret } from "../../watches/keys.ts";
import type { NewTarget, Watches } from "../../watches/watches.ts";

/** Reads a target. Throws InvalidParams for a URL that may not be used, and for a secret of another form. */
export function targetArgument(
  { url, signature = "hmac-sha256", secret }: WatchNewTarget,
  watches: Pick<Watches, "refusalOf">,
): NewTarget {
  const refusal = watches.refusalOf(url);
  if (refusal !== undefined) {
    throw errors.invalidParams({ field: "target.url", expected: refusal, got: describeValue(url) });
  }
  return {
    url: new URL(url).href,
    kind: signature,
    ...(secret !== undefined && { secret: secretArgument("target.secret", secret, signature) }),
  };
}

/** Reads the text of a secret. Throws InvalidParams. */
export function secretArgument(field: string, text: string, signature: WatchSignature): Uint8Array {
  const secret = parseSecret(text, signature);
  if (secret !== undefined) return secret;
  const expected =
    signature === "hmac-sha256"
      ? "whsec_ and base64 of 24 to 64 bytes for hmac-sha256"
      : "whsk_ and base64 of 32 bytes for ed25519";
  throw errors.invalidParams({ field, expected, got: describeSecret(text) });
}
