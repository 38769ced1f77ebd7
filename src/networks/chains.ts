import { emptyId, type Id } from "../formats/bytes.ts";

/** An ASCII name padded with zeros: the ID of a virtual machine or a feature extension. */
function namedID(name: string): Id {
  const id = new Uint8Array(32);
  for (let i = 0; i < name.length; i++) id[i] = name.charCodeAt(i);
  return id;
}

/** The IDs of the P-chain and of the primary network are the same: zero. */
export const platformChainID: Id = emptyId;
export const primaryNetworkID: Id = emptyId;

export const platformVmID: Id = namedID("platformvm");
export const avmID: Id = namedID("avm");
export const evmID: Id = namedID("evm");

export const secp256k1FxID: Id = namedID("secp256k1fx");
export const nftFxID: Id = namedID("nftfx");
export const propertyFxID: Id = namedID("propertyfx");

/** The first alias is the primary one. avalanchego genesis/aliases.go @ v1.12.1 */
export const platformChainAliases = ["P", "platform"] as const;
export const xChainAliases = ["X", "avm"] as const;
export const cChainAliases = ["C", "evm"] as const;

/** In the order of their IDs' texts, as AvalancheGo lists them. */
export const vmAliases: readonly { readonly vmID: Id; readonly aliases: readonly string[] }[] = [
  { vmID: avmID, aliases: ["avm"] },
  { vmID: evmID, aliases: ["evm"] },
  { vmID: platformVmID, aliases: ["platform"] },
];

/** In the order of their IDs' texts. */
export const fxNames: readonly { readonly fxID: Id; readonly name: string }[] = [
  { fxID: nftFxID, name: "nftfx" },
  { fxID: propertyFxID, name: "propertyfx" },
  { fxID: secp256k1FxID, name: "secp256k1fx" },
];
