import type { TransferableOutput } from "../pchain/components/outputs.ts";
import type { Tx } from "../pchain/txs/tx.ts";

/** What a staker's transaction puts at stake; nothing for a validator of a permissioned subnet. */
export function stakeOutputs({ unsigned }: Tx): readonly TransferableOutput[] {
  switch (unsigned.kind) {
    case "AddValidatorTx":
    case "AddDelegatorTx":
    case "AddPermissionlessValidatorTx":
    case "AddPermissionlessDelegatorTx":
    case "AddAutoRenewedValidatorTx":
      return unsigned.stake;
    default:
      return [];
  }
}
