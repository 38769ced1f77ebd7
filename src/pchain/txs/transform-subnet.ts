import type { Id } from "../../formats/bytes.ts";
import { id, u8, u32, u64 } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";

/** Makes a subnet elastic: anyone may stake its asset; before Etna. Durations are seconds, rates and fees parts of 1,000,000. */
export type TransformSubnetTx = {
  readonly kind: "TransformSubnetTx";
  readonly baseTx: BaseTxFields;
  readonly subnetID: Id;
  readonly assetID: Id;
  readonly initialSupply: bigint;
  readonly maximumSupply: bigint;
  readonly minConsumptionRate: bigint;
  readonly maxConsumptionRate: bigint;
  readonly minValidatorStake: bigint;
  readonly maxValidatorStake: bigint;
  readonly minStakeDuration: number;
  readonly maxStakeDuration: number;
  readonly minDelegationFee: number;
  readonly minDelegatorStake: bigint;
  readonly maxValidatorWeightFactor: number;
  readonly uptimeRequirement: number;
  readonly subnetAuthorization: Authorization;
};

/** Wire order. avalanchego vms/platformvm/txs/transform_subnet_tx.go @ v1.12.1 */
export const transformSubnetTx = kindStruct<TransformSubnetTx>("TransformSubnetTx", {
  baseTx: inline(baseTxFields),
  subnetID: id,
  assetID: id,
  initialSupply: u64,
  maximumSupply: u64,
  minConsumptionRate: u64,
  maxConsumptionRate: u64,
  minValidatorStake: u64,
  maxValidatorStake: u64,
  minStakeDuration: u32,
  maxStakeDuration: u32,
  minDelegationFee: u32,
  minDelegatorStake: u64,
  maxValidatorWeightFactor: u8,
  uptimeRequirement: u32,
  subnetAuthorization: verifiable,
});
