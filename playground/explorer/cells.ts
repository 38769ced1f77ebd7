import { isObject, type Json } from "../json/parse.ts";
import { h } from "../view/element.ts";
import { exactAvaxText, timeText } from "./amount.ts";
import { secondsOf } from "./ledger-list.ts";
import type { Content } from "./parts.ts";
import { linkTo } from "./places.ts";

/** The cells of tables of the ledger. A missing value is a dash. */
export function amountCell(navax: Json | undefined): HTMLElement {
  return h("td", { class: "number" }, amountText(navax));
}

export function amountText(navax: Json | undefined): string {
  return typeof navax === "string" && /^\d+$/.test(navax) ? exactAvaxText(BigInt(navax)) : "–";
}

/** The date and time in UTC. */
export function timeCell(time: Json | undefined): HTMLElement {
  const text = typeof time === "string" ? timeText(secondsOf(time)) : "–";
  return h("td", { class: "time", title: typeof time === "string" ? "UTC" : undefined }, text);
}

export function cell(...content: readonly Content[]): HTMLElement {
  return h("td", {}, ...content);
}

/** An ID that is cut where there is little room, as a link. */
export function shortLink(id: Json | undefined, href: (id: string) => string): Content {
  if (typeof id !== "string") return "–";
  return h("a", { href: href(id), title: id }, h("code", { class: "cut short" }, id));
}

export function txCell(id: Json | undefined): HTMLElement {
  return cell(shortLink(id, linkTo.tx));
}

/** The addresses of owners, each a link. */
export function ownerNodes(owner: Json | undefined): Content[] {
  const { addresses, threshold } = isObject(owner) ? owner : {};
  return addressNodes(Array.isArray(addresses) ? addresses.map(String) : [], threshold);
}

const shownOwners = 3;

export function addressNodes(addresses: readonly string[], threshold: Json | undefined): Content[] {
  // Outputs without owners need no signature.
  if (addresses.length === 0) return ["anyone"];
  const links = addresses
    .slice(0, shownOwners)
    .flatMap((address, index) => [
      ...(index === 0 ? [] : [", "]),
      shortLink(address, linkTo.address),
    ]);
  const count = addresses.length;
  return [
    ...(count > 1 ? [`${String(threshold)} of `] : []),
    ...links,
    ...(count > shownOwners ? [` and ${count - shownOwners} more`] : []),
  ];
}
