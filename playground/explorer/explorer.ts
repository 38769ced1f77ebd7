import type { SchemaMap } from "../contract/schema.ts";
import { blockPage } from "./block-page.ts";
import { NodeReader } from "./node-reader.ts";
import type { Place } from "./places.ts";
import { statusPage } from "./status-page.ts";
import { txPage } from "./tx-page.ts";
import { validatorPage } from "./validator-page.ts";

/** A page that is shown until it is stopped. */
export type Shown = { readonly node: HTMLElement; readonly stop: () => void };

/** The status of a node, and its blocks, transactions and validators. */
export function explorer(node: string, schemas: () => SchemaMap): (place: Place) => Shown {
  const reader = new NodeReader(node);
  const status = statusPage(node, reader, schemas);
  return (place) => {
    if (place.kind === "status") return { node: status.node, stop: status.start() };
    return { node: entity(place, reader, schemas()), stop: () => {} };
  };
}

function entity(
  { kind, id }: Exclude<Place, { kind: "status" }>,
  reader: NodeReader,
  schemas: SchemaMap,
): HTMLElement {
  if (kind === "block") return blockPage(id, reader, schemas);
  return kind === "tx" ? txPage(id, reader, schemas) : validatorPage(id, reader);
}
