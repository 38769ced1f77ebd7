import { FormatError } from "../../formats/format-error.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { TransferableInput } from "../../pchain/components/inputs.ts";
import type { TransferableOutput } from "../../pchain/components/outputs.ts";
import { Rejection } from "../../pchain/rejection.ts";
import { verifySyntax } from "../../pchain/txs/syntactic.ts";
import type { Tx } from "../../pchain/txs/tx.ts";
import { baseTxOf, type UnsignedTx } from "../../pchain/txs/unsigned-tx.ts";

/**
 * Throws FormatError for a transaction that operations cannot make: they would not show a lock of stake or several owners, so that
 * one who signs would not see where the amounts go.
 */
export function checkBuilt(
  { unsigned }: Tx,
  inputs: readonly TransferableInput[],
  chain: ChainContext,
): void {
  if (!builtKinds.includes(unsigned.kind)) {
    throw new FormatError(`${unsigned.kind} cannot be constructed`);
  }
  if (baseTxOf(unsigned)!.memo.length > 0) throw new FormatError("the transaction has a memo");
  for (const [at, { input }] of inputs.entries()) {
    const isPlain = input.kind === "TransferInput" && String(input.signatureIndices) === "0";
    if (!isPlain) throw new FormatError(`input ${at} has several owners or a lock of stake`);
  }
  for (const [at, { output }] of outputsOf(unsigned).entries()) {
    const isPlain =
      output.kind === "TransferOutput" && output.addresses.length === 1 && output.threshold === 1;
    if (!isPlain) throw new FormatError(`output ${at} has several owners or a lock of stake`);
  }
  checkSyntax(unsigned, chain);
}

function checkSyntax(unsigned: UnsignedTx, chain: ChainContext): void {
  try {
    verifySyntax(unsigned, chain);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    throw new FormatError(error.message);
  }
}

const builtKinds: readonly UnsignedTx["kind"][] = [
  "BaseTx",
  "ExportTx",
  "ImportTx",
  "AddPermissionlessDelegatorTx",
  "AddPermissionlessValidatorTx",
];

function outputsOf(unsigned: UnsignedTx): TransferableOutput[] {
  const stake = "stake" in unsigned ? unsigned.stake : [];
  const exported = unsigned.kind === "ExportTx" ? unsigned.exportedOutputs : [];
  return [...(baseTxOf(unsigned)?.outputs ?? []), ...stake, ...exported];
}
