import type { Id } from "../../formats/bytes.ts";
import { id } from "../codec/primitives.ts";
import { inline, kindStruct } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";

/** Makes an L1 validator inactive and returns the rest of its balance. */
export type DisableL1ValidatorTx = {
  readonly kind: "DisableL1ValidatorTx";
  readonly baseTx: BaseTxFields;
  readonly validationID: Id;
  readonly disableAuthorization: Authorization;
};

/** Wire order. avalanchego vms/platformvm/txs/disable_l1_validator_tx.go @ v1.12.1 */
export const disableL1ValidatorTx = kindStruct<DisableL1ValidatorTx>("DisableL1ValidatorTx", {
  baseTx: inline(baseTxFields),
  validationID: id,
  disableAuthorization: verifiable,
});
