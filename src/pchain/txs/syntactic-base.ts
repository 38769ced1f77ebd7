import { emptyId, equalBytes, type Id, isZero } from "../../formats/bytes.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { BaseTxFields } from "../components/base-tx.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import {
  areSorted,
  compareTransferableInputs,
  compareTransferableOutputs,
  isSortedAndUnique,
  verifyTransferableInput,
  verifyTransferableOutput,
} from "../components/verify.ts";
import { Rejection, within } from "../rejection.ts";

const memoBytesMax = 256;

/** avalanchego vms/platformvm/txs/base_tx.go, vms/components/avax/base_tx.go @ v1.12.1 */
export function verifyBaseTx(tx: BaseTxFields, chain: ChainContext): void {
  within("metadata failed verification", () => {
    if (tx.networkID !== chain.network.id) throw new Rejection("tx has wrong network ID");
    if (!equalBytes(tx.blockchainID, emptyId)) throw new Rejection("tx has wrong chain ID");
    verifyMemoLength(tx.memo, memoBytesMax);
  });
  verifyEach(tx.outputs, verifyTransferableOutput, "output failed verification");
  verifyEach(tx.inputs, verifyTransferableInput, "input failed verification");
  verifySortedOutputs(tx.outputs);
  if (!isSortedAndUnique(tx.inputs, compareTransferableInputs)) {
    throw new Rejection("inputs not sorted and unique");
  }
}

/** At most 256 bytes; none since Durango. avalanchego vms/components/avax/base_tx.go @ v1.12.1 */
export function verifyMemoLength(memo: Uint8Array, bytesMax: number): void {
  if (memo.length > bytesMax) {
    throw new Rejection(`memo exceeds maximum length: ${memo.length} > ${bytesMax}`);
  }
}

export function verifySortedOutputs(outputs: readonly TransferableOutput[]): void {
  if (!areSorted(outputs, compareTransferableOutputs)) throw new Rejection("outputs not sorted");
}

export function verifyEach<T>(
  items: readonly T[],
  verify: (item: T) => void,
  prefix: string,
): void {
  for (const item of items) within(prefix, () => verify(item));
}

export function refusePrimary(subnetID: Id, reason: string): void {
  if (isZero(subnetID)) throw new Rejection(reason);
}
