import type { Tx } from "../txs/tx.ts";
import { parseWarpMessage } from "../warp/message.ts";
import { verifyWarpMessage, type WarpValidators } from "../warp/verify.ts";
import type { ExecutionContext } from "./context.ts";

/**
 * Rejects a transaction whose warp message the validators of its source did not sign. Asks for the height only for a
 * transaction that has a message. avalanchego vms/platformvm/txs/executor/warp_verifier.go @ v1.12.1
 */
export function verifyWarpOf(
  tx: Tx,
  validators: WarpValidators,
  pChainHeight: () => bigint,
  context: ExecutionContext,
): void {
  const { unsigned } = tx;
  if (unsigned.kind !== "RegisterL1ValidatorTx" && unsigned.kind !== "SetL1ValidatorWeightTx") {
    return;
  }
  const message = parseWarpMessage(unsigned.message);
  verifyWarpMessage(message, context.chain.network, validators, pChainHeight());
}
