import { equalBytes, type Id } from "../formats/bytes.ts";
import { platformChainID } from "../networks/chains.ts";
import type { TransferableInput } from "../pchain/components/inputs.ts";
import type { TransferableOutput } from "../pchain/components/outputs.ts";
import type { OutputOwners } from "../pchain/components/owners.ts";
import type { AtomicTx } from "./c-chain/atomic-tx.ts";
import type { XChainTx } from "./x-chain/tx.ts";

/** A UTXO that a transaction of the X- or C-chain exported to the P-chain or imported from it. */
export type Crossing = {
  readonly kind: "export" | "import";
  /** Of the transaction among those of its container. */
  readonly position: number;
  /** Of the exported output or the imported input in its transaction. */
  readonly ordinal: number;
  /** The transaction. */
  readonly id: Id;
  /** The transaction and the index of the UTXO's ID. */
  readonly txID: Id;
  readonly outputIndex: number;
  readonly assetID: Id;
  readonly amount: bigint;
  /** Of an export: an import does not say who owned it. */
  readonly owner: OutputOwners | undefined;
};

/** What accepted transactions of the X-chain moved to the P-chain and from it, in order. */
export function xChainCrossings(txs: readonly XChainTx[]): readonly Crossing[] {
  return txs.flatMap(({ unsigned, id }, position) => {
    if (unsigned.kind === "ImportTx") {
      return imports({ id, position, ...unsigned });
    }
    if (unsigned.kind !== "ExportTx") return [];
    return exports({ id, position, firstIndex: unsigned.baseTx.outputs.length, ...unsigned });
  });
}

/** What accepted atomic transactions of the C-chain moved to the P-chain and from it, in order. */
export function cChainCrossings(txs: readonly AtomicTx[]): readonly Crossing[] {
  return txs.flatMap(({ unsigned, id }, position) =>
    unsigned.kind === "ImportTx"
      ? imports({ id, position, ...unsigned })
      : exports({ id, position, firstIndex: 0, ...unsigned }),
  );
}

type Place = Pick<Crossing, "id" | "position">;

function imports({
  id,
  position,
  sourceChain,
  importedInputs,
}: Place & {
  readonly sourceChain: Id;
  readonly importedInputs: readonly TransferableInput[];
}): Crossing[] {
  if (!equalBytes(sourceChain, platformChainID)) return [];
  return importedInputs.map(({ txID, outputIndex, assetID, input }, ordinal) => {
    const { amount } = input.kind === "LockIn" ? input.input : input;
    const utxo = { txID, outputIndex, assetID, amount };
    return { kind: "import", id, position, ordinal, ...utxo, owner: undefined };
  });
}

function exports({
  id,
  position,
  firstIndex,
  destinationChain,
  exportedOutputs,
}: Place & {
  readonly firstIndex: number;
  readonly destinationChain: Id;
  readonly exportedOutputs: readonly TransferableOutput[];
}): Crossing[] {
  if (!equalBytes(destinationChain, platformChainID)) return [];
  return exportedOutputs.map(({ assetID, output }, ordinal) => {
    const owner = output.kind === "LockOut" ? output.output : output;
    const utxo = { txID: id, outputIndex: firstIndex + ordinal, assetID, amount: owner.amount };
    return { kind: "export", id, position, ordinal, ...utxo, owner };
  });
}
