import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import type { PChainOwner } from "../components/owners.ts";
import type { Utxo } from "../components/utxo.ts";
import { Rejection } from "../rejection.ts";
import type { L1Validator } from "../state/l1-validator.ts";
import type { L1Event, WarpKind } from "../state/outcome.ts";
import type { MutableState, State } from "../state/state.ts";
import { addUint64 } from "../uint64.ts";
import { parseWarpMessage, signerCount } from "../warp/message.ts";
import { parseAddressedCall } from "../warp/payload.ts";
import type { ExecutionContext } from "./context.ts";

/** A call of an L1's manager, with its source. */
export type ManagerCall = {
  readonly sourceChainID: Id;
  readonly sourceAddress: Uint8Array;
  readonly payload: Uint8Array;
  /** How many validators of the source signed. */
  readonly signers: number;
};

/** Throws a Rejection. */
export function parseManagerCall(message: Uint8Array): ManagerCall {
  const warp = parseWarpMessage(message);
  const call = parseAddressedCall(warp.payload);
  return {
    sourceChainID: warp.sourceChainID,
    sourceAddress: call.sourceAddress,
    payload: call.payload,
    signers: signerCount(warp),
  };
}

/** Records the warp message that carried a call. */
export function recordCall(
  state: MutableState,
  message: WarpKind,
  validationID: Id,
  { sourceChainID, sourceAddress, signers }: ManagerCall,
): void {
  state.record({
    kind: "warp message",
    message,
    sourceChainID,
    sourceAddress,
    validationID,
    signers,
  });
}

/** Rejects a call that does not come from the manager of the L1. */
export function verifyManager(state: State, subnetID: Id, call: ManagerCall): void {
  const conversion = state.subnetConversion(subnetID);
  if (conversion === undefined) {
    throw new Rejection(
      `could not load subnet conversion for ${formatId(subnetID)} with: not found`,
    );
  }
  const { managerChainID, managerAddress } = conversion;
  if (!equalBytes(call.sourceChainID, managerChainID)) {
    throw new Rejection(
      `wrong warp message source chain ID expected ${formatId(managerChainID)} but had ${formatId(call.sourceChainID)}`,
    );
  }
  if (!equalBytes(call.sourceAddress, managerAddress)) {
    throw new Rejection(
      `wrong warp message source address expected ${formatHex(managerAddress)} but got ${formatHex(call.sourceAddress)}`,
    );
  }
}

/** The accrued fees at which a balance is used up; zero for no balance. Rejects more active validators than allowed. */
export function endAccumulatedFee(
  state: State,
  balanceNavax: bigint,
  context: ExecutionContext,
): bigint {
  if (balanceNavax === 0n) return 0n;
  verifyActiveCapacity(state, context);
  return addUint64(balanceNavax, state.accruedFees());
}

export function verifyActiveCapacity(state: State, { chain }: ExecutionContext): void {
  if (BigInt(state.activeL1ValidatorCount()) >= chain.network.validatorFees.capacity) {
    throw new Rejection("already at the max number of active validators");
  }
}

/** Of a UTXO without a lock. */
export function amountOf({ output }: Utxo): bigint {
  return output.kind === "TransferOutput" ? output.amount : output.output.amount;
}

/** Puts the validator and records why. `changeNavax` is what its balance gains. */
export function changeL1Validator(
  state: MutableState,
  event: L1Event,
  validator: L1Validator,
  changeNavax: bigint,
  returned?: Utxo,
): void {
  const accruedFees = state.accruedFees();
  state.putL1Validator(validator);
  state.record({ kind: "l1 validator", event, validator, changeNavax, accruedFees, returned });
}

/** Returns the rest of a validator's balance to its owner, as the output after the transaction's own, and that UTXO. */
export function refundBalance(
  state: MutableState,
  validator: L1Validator,
  place: { readonly txID: Id; readonly outputIndex: number },
  context: ExecutionContext,
): Utxo {
  const accrued = state.accruedFees();
  if (validator.endAccumulatedFee <= accrued) {
    throw new Rejection("state corruption: validator should have already been disabled");
  }
  const { threshold, addresses }: PChainOwner = validator.remainingBalanceOwner;
  const utxo: Utxo = {
    ...place,
    assetID: context.chain.avaxAssetID,
    output: {
      kind: "TransferOutput",
      amount: validator.endAccumulatedFee - accrued,
      locktime: 0n,
      threshold,
      addresses,
    },
  };
  state.addUtxo(utxo);
  state.record({ kind: "produced", origin: "balance", utxo });
  return utxo;
}
