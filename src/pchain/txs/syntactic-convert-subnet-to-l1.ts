import { compareBytes, isZero } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import {
  isSortedAndUnique,
  type ProofCheck,
  verifyNodeIDLength,
  verifyOwners,
  verifyVerifiable,
} from "../components/verify.ts";
import { Rejection } from "../rejection.ts";
import type { ConvertSubnetToL1Tx, ConvertSubnetToL1Validator } from "./convert-subnet-to-l1.ts";
import { refusePrimary, verifyBaseTx } from "./syntactic-base.ts";

const managerAddressBytesMax = 4096;

/** avalanchego vms/platformvm/txs/convert_subnet_to_l1_tx.go @ v1.12.1 */
export function verifyConversion(
  tx: ConvertSubnetToL1Tx,
  chain: ChainContext,
  verifyProof: ProofCheck,
): void {
  refusePrimary(tx.subnetID, "cannot convert a permissionless subnet");
  if (tx.address.length > managerAddressBytesMax) throw new Rejection("address is too long");
  if (tx.validators.length === 0) {
    throw new Rejection("conversion must include at least one validator");
  }
  if (!isSortedAndUnique(tx.validators, (a, b) => compareBytes(a.nodeID, b.nodeID))) {
    throw new Rejection("conversion validators must be sorted and unique");
  }
  verifyBaseTx(tx.baseTx, chain);
  for (const validator of tx.validators) verifyConversionValidator(validator, verifyProof);
  verifyVerifiable(tx.subnetAuthorization);
}

function verifyConversionValidator(
  validator: ConvertSubnetToL1Validator,
  verifyProof: ProofCheck,
): void {
  if (validator.weight === 0n) throw new Rejection("validator weight must be non-zero");
  verifyNodeIDLength(validator.nodeID);
  if (isZero(validator.nodeID)) throw new Rejection("validator nodeID cannot be empty");
  verifyProof(validator.signer);
  verifyOwners(validator.remainingBalanceOwner);
  verifyOwners(validator.deactivationOwner);
}
