import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Appended to what is said of a private address. */
const remedy = "; start the node with --watch-allow-private-targets for others";

/**
 * What a URL is expected to be instead, without looking its name up; undefined if it may be used. Plain HTTP, and addresses that
 * are not of one host on the internet, need `allowsPrivate`.
 */
export function targetRefusal(url: string, allowsPrivate: boolean): string | undefined {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const schemes = allowsPrivate ? ["https:", "http:"] : ["https:"];
  const form = allowsPrivate ? "an https or http URL" : `an https URL${remedy}`;
  if (target === undefined || !schemes.includes(target.protocol)) return form;
  if (target.username !== "" || target.password !== "") return "a URL without a user and password";
  if (target.hash !== "") return "a URL without a fragment";
  if (allowsPrivate) return undefined;
  const host = hostOf(target);
  const isPublic = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
  return isPublic ? undefined : `a URL of a public host${remedy}`;
}

/** The name or address of a URL, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

const isLocalName = (host: string) => /(^|\.)localhost\.?$/.test(host);
