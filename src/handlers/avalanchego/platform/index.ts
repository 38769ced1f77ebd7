import type { AvalanchegoHandlers, Handlers } from "../../../generated/handlers.ts";
import type { AvalanchegoMethodName, PlatformMethodName } from "../../../generated/types.ts";
import type { HandlerContext } from "../../context.ts";
import { createAddress } from "../../platform/create-address.ts";
import { exportKey } from "../../platform/export-key.ts";
import { getAllValidatorsAt } from "../../platform/get-all-validators-at.ts";
import { getMaxStakeAmount } from "../../platform/get-max-stake-amount.ts";
import { importKey } from "../../platform/import-key.ts";
import { listAddresses } from "../../platform/list-addresses.ts";
import { sampleValidators } from "../../platform/sample-validators.ts";
import { validatedBy } from "../../platform/validated-by.ts";
import { getBalance } from "./get-balance.ts";
import { getBlock } from "./get-block.ts";
import { getBlockByHeight } from "./get-block-by-height.ts";
import { getBlockchains } from "./get-blockchains.ts";
import { getCurrentValidators } from "./get-current-validators.ts";
import { getL1Validator } from "./get-l1-validator.ts";
import { getPendingValidators } from "./get-pending-validators.ts";
import { getRewardUTXOs } from "./get-reward-utxos.ts";
import { getStake } from "./get-stake.ts";
import { getSubnet } from "./get-subnet.ts";
import { getSubnets } from "./get-subnets.ts";
import { getTotalStake } from "./get-total-stake.ts";
import { getTx } from "./get-tx.ts";
import { getTxStatus } from "./get-tx-status.ts";
import { getUTXOs } from "./get-utxos.ts";
import { getValidatorsAt } from "./get-validators-at.ts";
import { issueTx } from "./issue-tx.ts";
import { validates } from "./validates.ts";

/**
 * P-chain API in profile `avalanchego`: a handler for every method that it changes, and for getBlockchains, whose
 * order it changes. Where it changes params alone, the handler is the specification's.
 */
export const avalanchegoPlatformHandlers = {
  "platform.getAllValidatorsAt": getAllValidatorsAt,
  "platform.importKey": importKey,
  "platform.exportKey": exportKey,
  "platform.listAddresses": listAddresses,
  "platform.createAddress": createAddress,
  "platform.getBalance": getBalance,
  "platform.getBlock": getBlock,
  "platform.getBlockByHeight": getBlockByHeight,
  "platform.getBlockchains": getBlockchains,
  "platform.getCurrentValidators": getCurrentValidators,
  "platform.getL1Validator": getL1Validator,
  "platform.getMaxStakeAmount": getMaxStakeAmount,
  "platform.getPendingValidators": getPendingValidators,
  "platform.getRewardUTXOs": getRewardUTXOs,
  "platform.getStake": getStake,
  "platform.getSubnet": getSubnet,
  "platform.getSubnets": getSubnets,
  "platform.getTotalStake": getTotalStake,
  "platform.getTx": getTx,
  "platform.getTxStatus": getTxStatus,
  "platform.getUTXOs": getUTXOs,
  "platform.getValidatorsAt": getValidatorsAt,
  "platform.issueTx": issueTx,
  "platform.sampleValidators": sampleValidators,
  "platform.validatedBy": validatedBy,
  "platform.validates": validates,
} satisfies AvalanchegoHandlers<
  Extract<AvalanchegoMethodName, PlatformMethodName>,
  HandlerContext
> &
  Handlers<"platform.getBlockchains", HandlerContext>;
