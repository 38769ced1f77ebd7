/** What the explorer shows, by the fragment of its link. */
export type Place =
  | { readonly kind: "status" }
  | { readonly kind: "block" | "tx" | "validator"; readonly id: string };

/** The place of a fragment, or undefined for one of another part of the page. */
export function placeOf(fragment: string): Place | undefined {
  if (fragment === "status") return { kind: "status" };
  const [, kind, id = ""] = /^(block|tx|validator)\/([\w-]+)$/.exec(fragment) ?? [];
  return kind === undefined ? undefined : { kind: kind as "block", id };
}

export const linkTo = {
  block: (id: string | bigint) => `#block/${id}`,
  tx: (id: string) => `#tx/${id}`,
  validator: (nodeID: string) => `#validator/${nodeID}`,
} as const;

const emptyID = "11111111111111111111111111111111LpoYY";
const blockMembers = new Set(["parentID", "blockID"]);
// A subnet and a blockchain have the ID of the transaction that created them.
const txMembers = new Set(["txID", "subnetID", "blockchainID", "destinationChain", "sourceChain"]);

/** The link of a member of a block, transaction or validator in its JSON form. */
export function linkOfMember(name: string, value: string): string | undefined {
  if (value === emptyID) return undefined;
  if (/^NodeID-\w{28,40}$/.test(value)) return linkTo.validator(value);
  if (!/^[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(value)) return undefined;
  if (blockMembers.has(name)) return linkTo.block(value);
  return txMembers.has(name) ? linkTo.tx(value) : undefined;
}
