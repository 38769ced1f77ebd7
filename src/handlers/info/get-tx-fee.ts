import { formatUint64 } from "../../formats/uint64.ts";
import type { Handler } from "../handler.ts";

/** The static fees before Etna, in nAVAX. specification 4.1 */
export const getTxFee: Handler<"info.getTxFee", "chain"> = (_params, { chain }) => {
  const fees = chain.network.staticFees;
  return {
    txFee: formatUint64(fees.txFee),
    createAssetTxFee: formatUint64(fees.createAssetTxFee),
    createSubnetTxFee: formatUint64(fees.createSubnetTxFee),
    transformSubnetTxFee: formatUint64(fees.transformSubnetTxFee),
    createBlockchainTxFee: formatUint64(fees.createBlockchainTxFee),
    addPrimaryNetworkValidatorFee: formatUint64(fees.addPrimaryNetworkValidatorFee),
    addPrimaryNetworkDelegatorFee: formatUint64(fees.addPrimaryNetworkDelegatorFee),
    addSubnetValidatorFee: formatUint64(fees.addSubnetValidatorFee),
    addSubnetDelegatorFee: formatUint64(fees.addSubnetDelegatorFee),
  };
};
