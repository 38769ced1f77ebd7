import type { ShortId } from "../../formats/bytes.ts";
import type { JsonValue } from "../../formats/json.ts";
import type { JsonContext } from "../codec/field.ts";
import { address, shortID, u32, u64 } from "../codec/primitives.ts";
import { kindStruct, slice, struct, withJson } from "../codec/struct.ts";
import { union } from "../codec/union.ts";
import { componentTypes } from "../wire-types.ts";

/** Who may spend: `threshold` of `addresses`, not before `locktime` (Unix seconds). */
export type OutputOwners = {
  readonly locktime: bigint;
  readonly threshold: number;
  readonly addresses: readonly ShortId[];
};

/** Owners without a locktime, as in L1 messages and transactions. */
export type PChainOwner = {
  readonly threshold: number;
  readonly addresses: readonly ShortId[];
};

/** Owners with a leading type ID on the wire. */
export type Owner = OutputOwners & { readonly kind: "OutputOwners" };

export const addresses = slice(address);

/** avalanchego vms/secp256k1fx/output_owners.go @ v1.12.1 */
export const ownerStruct = withJson(
  kindStruct<Owner>("OutputOwners", { locktime: u64, threshold: u32, addresses }),
  ownersToJson,
);

/** The owners without a leading type ID. */
export const outputOwners = withJson(
  struct<OutputOwners>({ locktime: u64, threshold: u32, addresses }),
  ownersToJson,
);

export const owner = union<Owner>({
  interfaceName: "fx.Owner",
  types: componentTypes,
  fields: { OutputOwners: ownerStruct },
});

/** avalanchego vms/platformvm/warp/message/register_l1_validator.go @ v1.12.1; bare cb58 in JSON. */
export const pChainOwner = struct<PChainOwner>({ threshold: u32, addresses: slice(shortID) });

export function ownersToJson(owners: OutputOwners, context: JsonContext): JsonValue {
  return {
    addresses: addresses.toJson(owners.addresses, context),
    locktime: owners.locktime,
    threshold: owners.threshold,
  };
}
