import type { Id } from "../formats/bytes.ts";
import type { TransferableInput } from "../pchain/components/inputs.ts";
import type { TransferableOutput } from "../pchain/components/outputs.ts";
import { utxoID } from "../pchain/components/utxo.ts";
import type { AtomicRequest, AtomicRequests } from "../pchain/executor/context.ts";
import type { AtomicTx } from "./c-chain/atomic-tx.ts";
import type { XChainTx } from "./x-chain/tx.ts";

/**
 * What accepted X-chain transactions change in shared memory, in order. Other transactions change nothing.
 * avalanchego vms/avm/txs/executor/executor.go @ v1.12.1
 */
export function xChainRequests(txs: readonly XChainTx[]): AtomicRequests {
  return txs.flatMap(({ unsigned, id }) => {
    if (unsigned.kind === "ImportTx") {
      return removals(unsigned.sourceChain, unsigned.importedInputs);
    }
    if (unsigned.kind !== "ExportTx") return [];
    const { baseTx, destinationChain, exportedOutputs } = unsigned;
    return puts(id, destinationChain, exportedOutputs, baseTx.outputs.length);
  });
}

/**
 * What accepted atomic transactions of the C-chain change in shared memory, in order.
 * avalanchego graft/coreth/plugin/evm/atomic/import_tx.go, graft/coreth/plugin/evm/atomic/export_tx.go @ v1.15.0-fuji (AtomicOps)
 */
export function cChainRequests(txs: readonly AtomicTx[]): AtomicRequests {
  return txs.flatMap(({ unsigned, id }) =>
    unsigned.kind === "ImportTx"
      ? removals(unsigned.sourceChain, unsigned.importedInputs)
      : puts(id, unsigned.destinationChain, unsigned.exportedOutputs, 0),
  );
}

function removals(sourceChain: Id, inputs: readonly TransferableInput[]): AtomicRequest[] {
  return inputs.map((input) => ({ kind: "remove", sourceChain, utxoID: utxoID(input) }));
}

/** On the X-chain, exported outputs are numbered after those that stay. */
function puts(
  txID: Id,
  destinationChain: Id,
  outputs: readonly TransferableOutput[],
  firstIndex: number,
): AtomicRequest[] {
  return outputs.map(({ assetID, output }, index) => ({
    kind: "put",
    destinationChain,
    utxo: { txID, outputIndex: firstIndex + index, assetID, output },
  }));
}
