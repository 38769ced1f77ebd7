import type { SchemaMap } from "../contract/schema.ts";
import { addressPage } from "./address-page.ts";
import { blockPage } from "./block-page.ts";
import { l1Page, validationPage } from "./l1-page.ts";
import { NodeReader } from "./node-reader.ts";
import type { Place } from "./places.ts";
import { statusPage } from "./status-page.ts";
import { totalsPage } from "./totals-page.ts";
import { txPage } from "./tx-page.ts";
import { validatorPage } from "./validator-page.ts";

/** A page that is shown until it is stopped. */
export type Shown = { readonly node: HTMLElement; readonly stop: () => void };

/** The status of a node, and its blocks, transactions, validators, addresses and L1s. */
export function explorer(node: string, schemas: () => SchemaMap): (place: Place) => Shown {
  const reader = new NodeReader(node);
  const status = statusPage(node, reader, schemas);
  return (place) => {
    if (place.kind === "status") return { node: status.node, stop: status.start() };
    const page = "id" in place ? entity(place, reader, schemas()) : totalsPage(reader);
    return { node: page, stop: () => {} };
  };
}

function entity(
  { kind, id }: Extract<Place, { id: string }>,
  reader: NodeReader,
  schemas: SchemaMap,
): HTMLElement {
  switch (kind) {
    case "block":
      return blockPage(id, reader, schemas);
    case "tx":
      return txPage(id, reader, schemas);
    case "validator":
      return validatorPage(id, reader);
    case "address":
      return addressPage(id, reader);
    case "l1":
      return l1Page(id, reader);
    case "validation":
      return validationPage(id, reader);
  }
}
