import type { Handlers } from "../../generated/handlers.ts";
import type { PlatformMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { createAddress } from "./create-address.ts";
import { exportKey } from "./export-key.ts";
import { getAllValidatorsAt } from "./get-all-validators-at.ts";
import { getBalance } from "./get-balance.ts";
import { getBlock } from "./get-block.ts";
import { getBlockByHeight } from "./get-block-by-height.ts";
import { getBlockchainStatus } from "./get-blockchain-status.ts";
import { getBlockchains } from "./get-blockchains.ts";
import { getCurrentSupply } from "./get-current-supply.ts";
import { getCurrentValidators } from "./get-current-validators.ts";
import { getFeeConfig } from "./get-fee-config.ts";
import { getFeeState } from "./get-fee-state.ts";
import { getHeight } from "./get-height.ts";
import { getL1Validator } from "./get-l1-validator.ts";
import { getMaxStakeAmount } from "./get-max-stake-amount.ts";
import { getMinStake } from "./get-min-stake.ts";
import { getPendingValidators } from "./get-pending-validators.ts";
import { getProposedHeight } from "./get-proposed-height.ts";
import { getRewardUTXOs } from "./get-reward-utxos.ts";
import { getStake } from "./get-stake.ts";
import { getStakingAssetID } from "./get-staking-asset-id.ts";
import { getSubnet } from "./get-subnet.ts";
import { getSubnets } from "./get-subnets.ts";
import { getTimestamp } from "./get-timestamp.ts";
import { getTotalStake } from "./get-total-stake.ts";
import { getTx } from "./get-tx.ts";
import { getTxStatus } from "./get-tx-status.ts";
import { getUTXOs } from "./get-utxos.ts";
import { getValidatorFeeConfig } from "./get-validator-fee-config.ts";
import { getValidatorFeeState } from "./get-validator-fee-state.ts";
import { getValidatorsAt } from "./get-validators-at.ts";
import { importKey } from "./import-key.ts";
import { issueTx } from "./issue-tx.ts";
import { listAddresses } from "./list-addresses.ts";
import { sampleValidators } from "./sample-validators.ts";
import { validatedBy } from "./validated-by.ts";
import { validates } from "./validates.ts";

/** P-chain API: a handler for every method. */
export const platformHandlers = {
  "platform.importKey": importKey,
  "platform.exportKey": exportKey,
  "platform.listAddresses": listAddresses,
  "platform.createAddress": createAddress,
  "platform.getBalance": getBalance,
  "platform.getBlock": getBlock,
  "platform.getBlockByHeight": getBlockByHeight,
  "platform.getBlockchains": getBlockchains,
  "platform.getBlockchainStatus": getBlockchainStatus,
  "platform.getCurrentSupply": getCurrentSupply,
  "platform.getCurrentValidators": getCurrentValidators,
  "platform.getFeeConfig": getFeeConfig,
  "platform.getFeeState": getFeeState,
  "platform.getL1Validator": getL1Validator,
  "platform.getHeight": getHeight,
  "platform.getProposedHeight": getProposedHeight,
  "platform.getMaxStakeAmount": getMaxStakeAmount,
  "platform.getMinStake": getMinStake,
  "platform.getPendingValidators": getPendingValidators,
  "platform.getRewardUTXOs": getRewardUTXOs,
  "platform.getStake": getStake,
  "platform.getStakingAssetID": getStakingAssetID,
  "platform.getSubnet": getSubnet,
  "platform.getSubnets": getSubnets,
  "platform.getTimestamp": getTimestamp,
  "platform.getTotalStake": getTotalStake,
  "platform.getTx": getTx,
  "platform.getTxStatus": getTxStatus,
  "platform.getUTXOs": getUTXOs,
  "platform.getValidatorsAt": getValidatorsAt,
  "platform.issueTx": issueTx,
  "platform.sampleValidators": sampleValidators,
  "platform.validatedBy": validatedBy,
  "platform.validates": validates,
  "platform.getAllValidatorsAt": getAllValidatorsAt,
  "platform.getValidatorFeeConfig": getValidatorFeeConfig,
  "platform.getValidatorFeeState": getValidatorFeeState,
} satisfies Handlers<Exclude<PlatformMethodName, WrittenName>, HandlerContext> &
  Readonly<Record<WrittenName, unknown>>;

/** Methods that write parts of their results once and send them many times. */
type WrittenName =
  | "platform.getBalance"
  | "platform.getBlock"
  | "platform.getBlockByHeight"
  | "platform.getCurrentValidators"
  | "platform.getTx"
  | "platform.getUTXOs";
