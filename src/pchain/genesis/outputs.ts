import { emptyId, type ShortId } from "../../formats/bytes.ts";
import type { BaseTxFields } from "../components/base-tx.ts";
import type { Output, TransferOutput } from "../components/outputs.ts";

/** An amount for one address. */
export function unlockedOutput(amount: bigint, address: ShortId): TransferOutput {
  return { kind: "TransferOutput", amount, locktime: 0n, threshold: 1, addresses: [address] };
}

/** As unlockedOutput, locked for staking if the locktime is after the start of the network. */
export function lockedOutput(
  amount: bigint,
  address: ShortId,
  locktime: bigint,
  startTime: bigint,
): Output {
  const output = unlockedOutput(amount, address);
  return locktime > startTime ? { kind: "LockOut", locktime, output } : output;
}

/** The base of every genesis transaction: no inputs, no outputs. */
export function genesisBaseTx(networkID: number): BaseTxFields {
  return { networkID, blockchainID: emptyId, outputs: [], inputs: [], memo: new Uint8Array(0) };
}
