import type { ShortId } from "../formats/bytes.ts";
import type { Output, TransferableOutput } from "../pchain/components/outputs.ts";
import type { Tx } from "../pchain/txs/tx.ts";

/** The parts of an output. Locktimes are Unix seconds; zero means unlocked. */
export type LockedOutput = {
  readonly amount: bigint;
  /** Before this time the output can only be staked. */
  readonly stakeLocktime: bigint;
  readonly locktime: bigint;
  readonly addresses: readonly ShortId[];
};

export function lockedOutput(output: Output): LockedOutput {
  if (output.kind === "LockOut") {
    return { ...lockedOutput(output.output), stakeLocktime: output.locktime };
  }
  const { amount, locktime, addresses } = output;
  return { amount, stakeLocktime: 0n, locktime, addresses };
}

/** The outputs that a staker's transaction stakes. A validator of a permissioned subnet stakes none. */
export function stakeOutputs({ unsigned }: Tx): readonly TransferableOutput[] {
  switch (unsigned.kind) {
    case "AddValidatorTx":
    case "AddDelegatorTx":
    case "AddPermissionlessValidatorTx":
    case "AddPermissionlessDelegatorTx":
      return unsigned.stake;
    default:
      return [];
  }
}
