import type { DataRequest } from "../params.ts";
import { Problem } from "../problem.ts";

export type WebhookAccess = {
  /** A public server has none. */
  readonly isPublic: boolean;
  /** Whether a header `authorization` has the token of --watch-token-file; undefined without one. */
  readonly isAuthorized: ((authorization: string | undefined) => boolean) | undefined;
};

/** SDKs send their API key in it. */
const keyHeader = "x-glacier-api-key";

/** Throws Problem unless webhooks may answer a request. The token may come as a bearer token or as the API key of an SDK. */
export function verifyWebhookAccess(
  { headers }: Pick<DataRequest, "headers">,
  { isPublic, isAuthorized }: WebhookAccess,
): void {
  if (isPublic) throw new Problem(404, "Webhooks are off on a public server (--public)");
  if (isAuthorized === undefined) return;
  const key = headers[keyHeader];
  const given = typeof key === "string" ? `Bearer ${key}` : headers["authorization"];
  if (isAuthorized(typeof given === "string" ? given : undefined)) return;
  const expected = "the token of --watch-token-file as a bearer token or in x-glacier-api-key";
  throw new Problem(401, `authorization: expected ${expected}`);
}
