import { isObject, type JsonObject } from "../json/parse.ts";
import { objectsOf } from "./ledger-list.ts";

/** What the explorer shows, by the fragment of its link. */
export type Place =
  | { readonly kind: "status" | "totals" }
  | { readonly kind: EntityKind; readonly id: string };

export type EntityKind = "block" | "tx" | "validator" | "address" | "l1" | "validation";

/** The place of a fragment, or undefined for one of another part of the page. */
export function placeOf(fragment: string): Place | undefined {
  if (fragment === "status" || fragment === "totals") return { kind: fragment };
  const [, kind, id = ""] =
    /^(block|tx|validator|address|l1|validation)\/([\w-]+)$/.exec(fragment) ?? [];
  return kind === undefined ? undefined : { kind: kind as EntityKind, id };
}

export const linkTo = {
  block: (id: string | bigint) => `#block/${id}`,
  tx: (id: string) => `#tx/${id}`,
  validator: (nodeID: string) => `#validator/${nodeID}`,
  address: (address: string) => `#address/${address}`,
  l1: (subnetID: string) => `#l1/${subnetID}`,
  validation: (validationID: string) => `#validation/${validationID}`,
} as const;

/** Of the primary network and the P-chain. */
export const emptyID = "11111111111111111111111111111111LpoYY";
const blockMembers = new Set(["parentID", "blockID"]);
// A subnet and a blockchain have the ID of the transaction that created them.
const txMembers = new Set(["txID", "subnetID", "blockchainID", "destinationChain", "sourceChain"]);

/** The IDs of transactions of other chains that imports name: this node may not know them. */
export function importedIDs(txs: readonly JsonObject[]): ReadonlySet<string> {
  const inputs = txs.flatMap(({ unsignedTx }) =>
    isObject(unsignedTx) ? objectsOf(unsignedTx["importedInputs"]) : [],
  );
  return new Set(inputs.map(({ txID }) => String(txID)));
}

/** A P-chain address with the prefix of its network. */
export const addressForm = /^P-[a-z]{1,83}1[02-9ac-hj-np-z]{38}$/;

/** The link of a member of a block, transaction or validator in its JSON form. */
export function linkOfMember(name: string, value: string): string | undefined {
  if (value === emptyID) return undefined;
  if (/^NodeID-\w{28,40}$/.test(value)) return linkTo.validator(value);
  if (addressForm.test(value)) return linkTo.address(value);
  if (!/^[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(value)) return undefined;
  if (blockMembers.has(name)) return linkTo.block(value);
  if (name === "validationID") return linkTo.validation(value);
  return txMembers.has(name) ? linkTo.tx(value) : undefined;
}
