import { type Id, keyOf } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { TransferableInput } from "../components/inputs.ts";
import { type Utxo, utxoID } from "../components/utxo.ts";
import { Rejection, within } from "../rejection.ts";
import type { ImportTx } from "../txs/transfers.ts";
import { noEffects, type SharedMemory } from "./context.ts";
import { verifySameSubnet } from "./same-subnet.ts";
import { verifySpendOf } from "./spend.ts";
import {
  avax,
  type Execution,
  moveFunds,
  requireDurango,
  type TxExecutor,
  verifyFlow,
  verifyForm,
} from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (ImportTx) @ v1.12.1 */
export const executeImportTx: TxExecutor<"ImportTx"> = (execution) => {
  const { unsigned, context } = execution;
  verifyForm(execution);
  // While bootstrapping, the other chains may not have exported yet what this transaction imports.
  const { mode, sharedMemory } = context;
  if (mode === "verified" && sharedMemory !== undefined) verifyImport(execution, sharedMemory);
  moveFunds(execution, "import");
  const { sourceChain } = unsigned;
  for (const input of unsigned.importedInputs) {
    execution.state.record({ kind: "imported", sourceChain, input });
  }
  const utxoIDs = unsigned.importedInputs.map(utxoID);
  return {
    importedInputs: utxoIDs.map(keyOf),
    atomicRequests: utxoIDs.map((imported) => ({ kind: "remove", sourceChain, utxoID: imported })),
  };
};

function verifyImport(
  { tx, unsigned, state, context, fee }: Execution<ImportTx>,
  sharedMemory: SharedMemory,
): void {
  verifySameSubnet(state, unsigned.sourceChain);
  const imported = unsigned.importedInputs.map((input) => {
    return atomicUtxo(sharedMemory.atomicUtxo(unsigned.sourceChain, utxoID(input)));
  });
  const own = unsigned.baseTx.inputs.map((input) => ownUtxo(input, state.utxo(utxoID(input))));
  const spend = {
    tx,
    inputs: [...unsigned.baseTx.inputs, ...unsigned.importedInputs],
    outputs: unsigned.baseTx.outputs,
    credentials: tx.credentials,
    burned: [avax(context, fee(unsigned))],
  };
  verifySpendOf([...own, ...imported], spend, context);
}

function atomicUtxo(utxo: Utxo | undefined): Utxo {
  if (utxo === undefined) throw new Rejection("failed to get shared memory: not found");
  return utxo;
}

function ownUtxo({ txID, outputIndex }: TransferableInput, utxo: Utxo | undefined): Utxo {
  if (utxo === undefined) {
    throw new Rejection(`failed to get UTXO ${utxoName(txID, outputIndex)}: not found`);
  }
  return utxo;
}

function utxoName(txID: Id, outputIndex: number): string {
  return `${formatId(txID)}:${outputIndex}`;
}

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (BaseTx) @ v1.12.1 */
export const executeBaseTx: TxExecutor<"BaseTx"> = (execution) => {
  requireDurango(execution.state, execution.context);
  verifyForm(execution);
  verifyFlow(execution);
  moveFunds(execution);
  return noEffects;
};

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (ExportTx) @ v1.12.1 */
export const executeExportTx: TxExecutor<"ExportTx"> = (execution) => {
  const { tx, unsigned, state, context } = execution;
  const { destinationChain, exportedOutputs } = unsigned;
  verifyForm(execution);
  if (context.mode === "verified") verifySameSubnet(state, destinationChain);
  const ownOutputs = unsigned.baseTx.outputs;
  const burned = execution.fee(unsigned);
  within("failed verifySpend", () =>
    verifyFlow(execution, {
      outputs: [...ownOutputs, ...exportedOutputs],
      burned: [{ assetID: context.chain.avaxAssetID, amount: burned }],
    }),
  );
  moveFunds(execution);
  const exported = exportedOutputs.map(({ assetID, output }, index) => {
    return { txID: tx.id, outputIndex: ownOutputs.length + index, assetID, output };
  });
  for (const utxo of exported) state.record({ kind: "exported", destinationChain, utxo });
  return {
    importedInputs: [],
    atomicRequests: exported.map((utxo) => ({ kind: "put", destinationChain, utxo })),
  };
};
