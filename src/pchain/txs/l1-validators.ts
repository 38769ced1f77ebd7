import type { Id } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { bytes, fixedBytes, id, u8, u64 } from "../codec/primitives.ts";
import { inline, kindStruct, slice, withJson } from "../codec/struct.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Authorization, verifiable } from "../components/credential.ts";

/** Adds a validator to an L1 by a message of the L1's manager (ACP-77). */
export type RegisterL1ValidatorTx = {
  readonly kind: "RegisterL1ValidatorTx";
  readonly baseTx: BaseTxFields;
  /** The balance that pays the validator's fee, in nAVAX; zero adds it inactive. */
  readonly balance: bigint;
  readonly proofOfPossession: Uint8Array;
  /** A signed warp message. */
  readonly message: Uint8Array;
};

/** Wire order. avalanchego vms/platformvm/txs/register_l1_validator_tx.go @ v1.12.1 */
export const registerL1ValidatorTx = kindStruct<RegisterL1ValidatorTx>("RegisterL1ValidatorTx", {
  baseTx: inline(baseTxFields),
  balance: u64,
  // Go shows a fixed array of bytes as an array of numbers.
  proofOfPossession: withJson(
    fixedBytes(96),
    (proof) => Array.from(proof),
    (json) => fixedBytes(96).fromJson(formatHex(Uint8Array.from(slice(u8).fromJson(json)))),
  ),
  message: bytes,
});

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

/** Sets the weight of an L1 validator by a message of the L1's manager; zero removes it. */
export type SetL1ValidatorWeightTx = {
  readonly kind: "SetL1ValidatorWeightTx";
  readonly baseTx: BaseTxFields;
  /** A signed warp message. */
  readonly message: Uint8Array;
};

/** Wire order. avalanchego vms/platformvm/txs/set_l1_validator_weight_tx.go @ v1.12.1 */
export const setL1ValidatorWeightTx = kindStruct<SetL1ValidatorWeightTx>("SetL1ValidatorWeightTx", {
  baseTx: inline(baseTxFields),
  message: bytes,
});

/** Adds to the balance that pays the continuous fee of an L1 validator (ACP-77). */
export type IncreaseL1ValidatorBalanceTx = {
  readonly kind: "IncreaseL1ValidatorBalanceTx";
  readonly baseTx: BaseTxFields;
  readonly validationID: Id;
  /** Added to the balance, in nAVAX; must not be zero. */
  readonly balance: bigint;
};

/** Wire order. avalanchego vms/platformvm/txs/increase_l1_validator_balance_tx.go @ v1.12.1 */
export const increaseL1ValidatorBalanceTx = kindStruct<IncreaseL1ValidatorBalanceTx>(
  "IncreaseL1ValidatorBalanceTx",
  {
    baseTx: inline(baseTxFields),
    validationID: id,
    balance: u64,
  },
);
