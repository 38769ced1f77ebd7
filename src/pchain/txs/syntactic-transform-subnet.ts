import { equalBytes, type Id, isZero } from "../../formats/bytes.ts";
import { Rejection } from "../rejection.ts";
import type { TransformSubnetTx } from "./transform-subnet.ts";

const denominator = 1_000_000;

/** avalanchego vms/platformvm/txs/transform_subnet_tx.go @ v1.12.1 */
export function verifyTransformSubnetTx(tx: TransformSubnetTx, avaxAssetID: Id): void {
  for (const [isBroken, reason] of rules) {
    if (isBroken(tx, avaxAssetID)) throw new Rejection(reason);
  }
}

type Rule = readonly [
  isBroken: (tx: TransformSubnetTx, avaxAssetID: Id) => boolean,
  reason: string,
];

/** In order: the first broken rule is reported. */
const rules: readonly Rule[] = [
  [(tx) => isZero(tx.subnetID), "cannot transform primary network"],
  [(tx) => isZero(tx.assetID), "empty asset ID is not valid"],
  [(tx, avaxAssetID) => equalBytes(tx.assetID, avaxAssetID), "asset ID can't be AVAX"],
  [(tx) => tx.initialSupply === 0n, "initial supply must be non-0"],
  [
    (tx) => tx.initialSupply > tx.maximumSupply,
    "initial supply can't be greater than maximum supply",
  ],
  [
    (tx) => tx.minConsumptionRate > tx.maxConsumptionRate,
    "min consumption rate must be less than or equal to max consumption rate",
  ],
  [
    (tx) => tx.maxConsumptionRate > denominator,
    `max consumption rate must be less than or equal to ${denominator}`,
  ],
  [(tx) => tx.minValidatorStake === 0n, "min validator stake must be non-0"],
  [
    (tx) => tx.minValidatorStake > tx.initialSupply,
    "min validator stake must be less than or equal to initial supply",
  ],
  [
    (tx) => tx.minValidatorStake > tx.maxValidatorStake,
    "min validator stake must be less than or equal to max validator stake",
  ],
  [
    (tx) => tx.maxValidatorStake > tx.maximumSupply,
    "max validator stake must be less than or equal to max supply",
  ],
  [(tx) => tx.minStakeDuration === 0, "min stake duration must be non-0"],
  [
    (tx) => tx.minStakeDuration > tx.maxStakeDuration,
    "min stake duration must be less than or equal to max stake duration",
  ],
  [
    (tx) => tx.minDelegationFee > denominator,
    `min delegation fee must be less than or equal to ${denominator}`,
  ],
  [(tx) => tx.minDelegatorStake === 0n, "min delegator stake must be non-0"],
  [(tx) => tx.maxValidatorWeightFactor === 0, "max validator weight factor must be non-0"],
  [
    (tx) => tx.uptimeRequirement > denominator,
    `uptime requirement must be less than or equal to ${denominator}`,
  ],
];
