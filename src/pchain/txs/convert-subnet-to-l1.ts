import type { Id } from "../../formats/bytes.ts";
import { bytes, id, u64 } from "../codec/primitives.ts";
import { inline, kindStruct, slice, struct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";
import { type PChainOwner, pChainOwner } from "../components/owners.ts";
import { type ProofOfPossession, proofOfPossession } from "../components/signer.ts";

/** An initial validator of the L1; `nodeID` must have 20 bytes. */
export type ConvertSubnetToL1Validator = {
  readonly nodeID: Uint8Array;
  readonly weight: bigint;
  /** In nAVAX; zero makes the validator inactive. */
  readonly balance: bigint;
  readonly signer: ProofOfPossession;
  readonly remainingBalanceOwner: PChainOwner;
  readonly deactivationOwner: PChainOwner;
};

export const convertSubnetToL1Validator = struct<ConvertSubnetToL1Validator>({
  nodeID: bytes,
  weight: u64,
  balance: u64,
  signer: proofOfPossession,
  remainingBalanceOwner: pChainOwner,
  deactivationOwner: pChainOwner,
});

/** Turns a permissioned subnet into an L1 that a contract manages (ACP-77). */
export type ConvertSubnetToL1Tx = {
  readonly kind: "ConvertSubnetToL1Tx";
  readonly baseTx: BaseTxFields;
  readonly subnetID: Id;
  /** Chain of the manager of the validators. */
  readonly chainID: Id;
  /** Address of the manager on that chain. */
  readonly address: Uint8Array;
  readonly validators: readonly ConvertSubnetToL1Validator[];
  readonly subnetAuthorization: Authorization;
};

/** Wire order. avalanchego vms/platformvm/txs/convert_subnet_to_l1_tx.go @ v1.12.1 */
export const convertSubnetToL1Tx = kindStruct<ConvertSubnetToL1Tx>("ConvertSubnetToL1Tx", {
  baseTx: inline(baseTxFields),
  subnetID: id,
  chainID: id,
  address: bytes,
  validators: slice(convertSubnetToL1Validator),
  subnetAuthorization: verifiable,
});
