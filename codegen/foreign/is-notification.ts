import type { JsonObject } from "../load/json.ts";

/**
 * Whether a method is a notification, which the server does not respond to: it has no result (OpenRPC 1.3). `rpc.discover`
 * is none: its result is the document, and some documents do not repeat that.
 */
export function isNotification(method: JsonObject): boolean {
  return !("result" in method) && method["name"] !== "rpc.discover";
}
