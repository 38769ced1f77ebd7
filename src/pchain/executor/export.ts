import { within } from "../rejection.ts";
import { verifySameSubnet } from "./same-subnet.ts";
import { moveFunds, type TxExecutor, verifyFlow, verifyForm } from "./transaction.ts";

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
  return {
    importedInputs: [],
    atomicRequests: exportedOutputs.map(({ assetID, output }, index) => ({
      kind: "put",
      destinationChain,
      utxo: { txID: tx.id, outputIndex: ownOutputs.length + index, assetID, output },
    })),
  };
};
