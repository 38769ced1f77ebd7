import { isZero } from "../../formats/bytes.ts";
import type { Network, StaticFees } from "../../networks/network.ts";
import { Rejection, within } from "../rejection.ts";
import type { State } from "../state/state.ts";
import type { UnsignedTx, UnsignedTxOf } from "../txs/unsigned-tx.ts";
import { mulUint64 } from "../uint64.ts";
import type { TxKind } from "../wire-types.ts";
import { complexityOf, gasOf } from "./complexity.ts";
import { gasPrice } from "./gas.ts";

/** The least fee of a transaction in nAVAX; throws a Rejection for one that may not be issued. */
export type FeeCalculator = (unsigned: UnsignedTx) => bigint;

/** Uses gas since Etna and a table before. avalanchego vms/platformvm/state/chain_time_helpers.go @ v1.12.1 */
export function pickFeeCalculator(state: State, network: Network): FeeCalculator {
  if (state.timestamp() < network.upgrades.etna) {
    return staticFeeCalculator(network, state.timestamp());
  }
  const { minPrice, excessConversionConstant, weights } = network.dynamicFees;
  const price = gasPrice(minPrice, state.feeState().excess, excessConversionConstant);
  return (unsigned) => {
    const complexity = within("error calculating complexity", () => complexityOf(unsigned));
    const gas = gasOf(complexity, weights);
    return within(`error calculating cost with gas (${gas}) and price (${price})`, () =>
      mulUint64(gas, price),
    );
  };
}

/** avalanchego vms/platformvm/txs/fee/static_calculator.go @ v1.12.1, vms/platformvm/txs/fee/simple_calculator.go @ v1.15.0-fuji */
export function staticFeeCalculator(network: Network, timestamp: bigint): FeeCalculator {
  const { staticFees, upgrades, release } = network;
  if (!release.hasStaticFees) return () => 0n;
  const creation = staticFees.createAssetTxFee;
  const fees: StaticFees =
    timestamp >= upgrades.apricotPhase3
      ? staticFees
      : { ...staticFees, createSubnetTxFee: creation, createBlockchainTxFee: creation };
  return (unsigned) => {
    const fee = staticRules[unsigned.kind] as ((tx: UnsignedTx, fees: StaticFees) => bigint) | null;
    if (fee === null) throw new Rejection("unsupported transaction type");
    return fee(unsigned, fees);
  };
}

type StaticRule<K extends TxKind> = (tx: UnsignedTxOf<K>, fees: StaticFees) => bigint;

const txFee = (_tx: UnsignedTx, fees: StaticFees) => fees.txFee;

/** Null for kinds since Etna and for those that are never issued. */
const staticRules: { readonly [K in TxKind]: StaticRule<K> | null } = {
  AddValidatorTx: (_tx, fees) => fees.addPrimaryNetworkValidatorFee,
  AddSubnetValidatorTx: (_tx, fees) => fees.addSubnetValidatorFee,
  AddDelegatorTx: (_tx, fees) => fees.addPrimaryNetworkDelegatorFee,
  CreateChainTx: (_tx, fees) => fees.createBlockchainTxFee,
  CreateSubnetTx: (_tx, fees) => fees.createSubnetTxFee,
  ImportTx: txFee,
  ExportTx: txFee,
  RemoveSubnetValidatorTx: txFee,
  TransformSubnetTx: (_tx, fees) => fees.transformSubnetTxFee,
  AddPermissionlessValidatorTx: (tx, fees) =>
    isZero(tx.subnetID) ? fees.addPrimaryNetworkValidatorFee : fees.addSubnetValidatorFee,
  AddPermissionlessDelegatorTx: (tx, fees) =>
    isZero(tx.subnetID) ? fees.addPrimaryNetworkDelegatorFee : fees.addSubnetDelegatorFee,
  TransferSubnetOwnershipTx: txFee,
  BaseTx: txFee,
  AdvanceTimeTx: null,
  RewardValidatorTx: null,
  ConvertSubnetToL1Tx: null,
  RegisterL1ValidatorTx: null,
  SetL1ValidatorWeightTx: null,
  IncreaseL1ValidatorBalanceTx: null,
  DisableL1ValidatorTx: null,
  AddAutoRenewedValidatorTx: null,
  SetAutoRenewedValidatorConfigTx: null,
  RewardAutoRenewedValidatorTx: null,
};
