import type { Id, NodeId } from "../../formats/bytes.ts";
import { id, nodeID, u64 } from "../codec/primitives.ts";
import { inline, struct } from "../codec/struct.ts";

/** A node that validates from `start` to `end` (Unix seconds) with a weight. */
export type Validator = {
  readonly nodeID: NodeId;
  readonly start: bigint;
  readonly end: bigint;
  readonly weight: bigint;
};

export type SubnetValidator = { readonly validator: Validator; readonly subnetID: Id };

/** avalanchego vms/platformvm/txs/validator.go @ v1.12.1 */
export const validator = struct<Validator>({ nodeID, start: u64, end: u64, weight: u64 });

/** avalanchego vms/platformvm/txs/subnet_validator.go @ v1.12.1 */
export const subnetValidator = struct<SubnetValidator>({
  validator: inline(validator),
  subnetID: id,
});
