import type { ShortId } from "../formats/bytes.ts";
import type { Output } from "../pchain/components/outputs.ts";

/** An output taken apart. Locktimes are Unix seconds, zero where there is none. */
export type LockedOutput = {
  readonly amount: bigint;
  /** Until then it may only be staked. */
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
