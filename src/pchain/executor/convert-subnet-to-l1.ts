import { sha256 } from "../../crypto/hash.ts";
import { concatBytes, type Id } from "../../formats/bytes.ts";
import { within } from "../rejection.ts";
import type { L1Validator } from "../state/l1-validator.ts";
import type { SubnetConversion } from "../state/state.ts";
import type {
  ConvertSubnetToL1Tx,
  ConvertSubnetToL1Validator,
} from "../txs/convert-subnet-to-l1.ts";
import { addUint64 } from "../uint64.ts";
import { conversionID } from "../warp/l1-messages.ts";
import { verifyPermissionedSubnetAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import { changeL1Validator, endAccumulatedFee } from "./l1.ts";
import {
  avax,
  type Execution,
  moveFunds,
  requireEtna,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (ConvertSubnetToL1Tx) @ v1.12.1 */
export const executeConvertSubnetToL1Tx: TxExecutor<"ConvertSubnetToL1Tx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  const { subnetID, chainID, address, validators } = unsigned;
  requireEtna(state, context);
  verifyForm(execution);
  const credentials = verifyPermissionedSubnetAuthorization(
    tx,
    subnetID,
    unsigned.subnetAuthorization,
    state,
    context,
  );
  const burned = addValidators(execution);
  verifyFlow(execution, { credentials, burned: [avax(context, burned)] });
  moveFunds(execution);
  const conversion: SubnetConversion = {
    conversionID: conversionID({
      subnetID,
      managerChainID: chainID,
      managerAddress: address,
      validators: validators.map(({ nodeID, signer, weight }) => ({
        nodeID,
        blsPublicKey: signer.publicKey,
        weight,
      })),
    }),
    managerChainID: chainID,
    managerAddress: address,
  };
  state.setSubnetConversion(subnetID, conversion);
  state.record({ kind: "subnet converted", subnetID, conversion });
  return noEffects;
};

/** Adds the validators before the funds are verified, as AvalancheGo does. Returns the fee with the balances. */
function addValidators(execution: Execution<ConvertSubnetToL1Tx>): bigint {
  const { unsigned, fee, context } = execution;
  const { validators } = unsigned;
  if (context.chain.network.release.calculatesConversionFeeFirst) {
    let burned = fee(unsigned);
    for (const [index, validator] of validators.entries()) {
      putValidator(execution, validator, index);
      burned = addUint64(burned, validator.balance);
    }
    return burned;
  }
  for (const [index, validator] of validators.entries()) putValidator(execution, validator, index);
  const balances = within("getting utxos getting utxos failed to add validator balance", () =>
    validators.reduce((sum, { balance }) => addUint64(sum, balance), 0n),
  );
  return addUint64(balances, fee(unsigned));
}

function putValidator(
  { unsigned, state, context }: Execution<ConvertSubnetToL1Tx>,
  validator: ConvertSubnetToL1Validator,
  index: number,
): void {
  const added: L1Validator = {
    validationID: conversionValidationID(unsigned.subnetID, index),
    subnetID: unsigned.subnetID,
    nodeID: validator.nodeID,
    publicKey: validator.signer.publicKey,
    remainingBalanceOwner: validator.remainingBalanceOwner,
    deactivationOwner: validator.deactivationOwner,
    startTime: state.timestamp(),
    weight: validator.weight,
    minNonce: 0n,
    endAccumulatedFee: endAccumulatedFee(state, validator.balance, context),
  };
  changeL1Validator(state, "registered", added, validator.balance);
}

/** sha256 of the subnet ID and the index as 4 bytes. avalanchego ids/id.go (Append) @ v1.12.1 */
function conversionValidationID(subnetID: Id, index: number): Id {
  const suffix = new Uint8Array(4);
  new DataView(suffix.buffer).setUint32(0, index);
  return sha256(concatBytes(subnetID, suffix));
}
