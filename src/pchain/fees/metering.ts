import { equalBytes, type Id } from "../../formats/bytes.ts";
import type { TransferableInput } from "../components/inputs.ts";
import type { TransferableOutput } from "../components/outputs.ts";
import { Rejection, within } from "../rejection.ts";
import type { UnsignedTx } from "../txs/unsigned-tx.ts";
import { addUint64 } from "../uint64.ts";
import { complexityOf, gasOf } from "./complexity.ts";

/** What a transaction uses and offers: gas, and the price in nAVAX that it pays for a unit of it. */
export type Metered = { readonly gas: bigint; readonly price: number };

/**
 * Throws a Rejection for a transaction that uses no gas or creates AVAX.
 * avalanchego vms/platformvm/txs/mempool/mempool.go (meter) @ v1.15.0-fuji
 */
export function meter(
  unsigned: UnsignedTx,
  avaxAssetID: Id,
  weights: readonly [bigint, bigint, bigint, bigint],
): Metered {
  const flow = flowOf(unsigned);
  const isAvax = ({ assetID }: { readonly assetID: Id }) => equalBytes(assetID, avaxAssetID);
  const consumed = within("failed to add consumed AVAX", () =>
    flow.inputs.filter(isAvax).map(inputAmount).reduce(addUint64, 0n),
  );
  const produced = within("failed to add produced AVAX", () =>
    flow.outputs.filter(isAvax).map(outputAmount).reduce(addUint64, flow.balances),
  );
  if (consumed < produced) throw new Rejection("AVAX minted");
  const gas = gasOf(complexityOf(unsigned), weights);
  if (gas === 0n) throw new Rejection("no gas used");
  // AvalancheGo divides float64 values.
  return { gas, price: Number(consumed - produced) / Number(gas) };
}

type Flow = {
  readonly inputs: readonly TransferableInput[];
  readonly outputs: readonly TransferableOutput[];
  /** Balances of L1 validators, which inputs pay for. */
  readonly balances: bigint;
};

/** Both callers of AvalancheGo's function name it, without a colon. */
const place = "getting utxos getting utxos";

/** avalanchego vms/platformvm/utxo/verifier.go (GetInputOutputs) @ v1.15.0-fuji */
function flowOf(unsigned: UnsignedTx): Flow {
  if (!("baseTx" in unsigned))
    throw new Rejection(`${place} unsupported tx type: ${unsigned.kind}`);
  const { inputs, outputs } = unsigned.baseTx;
  switch (unsigned.kind) {
    case "ImportTx":
      return { inputs: [...inputs, ...unsigned.importedInputs], outputs, balances: 0n };
    case "ExportTx":
      return { inputs, outputs: [...outputs, ...unsigned.exportedOutputs], balances: 0n };
    case "ConvertSubnetToL1Tx": {
      const balances = within(`${place} failed to add validator balance`, () =>
        unsigned.validators.map(({ balance }) => balance).reduce(addUint64, 0n),
      );
      return { inputs, outputs, balances };
    }
    case "RegisterL1ValidatorTx":
    case "IncreaseL1ValidatorBalanceTx":
      return { inputs, outputs, balances: unsigned.balance };
    default:
      return {
        inputs,
        outputs: "stake" in unsigned ? [...outputs, ...unsigned.stake] : outputs,
        balances: 0n,
      };
  }
}

function inputAmount({ input }: TransferableInput): bigint {
  return input.kind === "LockIn" ? input.input.amount : input.amount;
}

function outputAmount({ output }: TransferableOutput): bigint {
  return output.kind === "LockOut" ? output.output.amount : output.amount;
}
