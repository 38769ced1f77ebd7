import type { Avalanchego112Handlers, Handlers } from "../../generated/handlers.ts";
import { validatorsAtHeight } from "../avalanchego/platform/validators.ts";
import type { HandlerContext } from "../context.ts";
import { exportKey } from "../platform/export-key.ts";
import { getAllValidatorsAt } from "../platform/get-all-validators-at.ts";
import { getFeeConfig } from "../platform/get-fee-config.ts";
import { getMaxStakeAmount } from "../platform/get-max-stake-amount.ts";
import { listAddresses } from "../platform/list-addresses.ts";
import * as validators from "./validators.ts";

/** The methods of the P-chain API that profile `avalanchego-1.12` has in another form than `avalanchego`, or alone. */
export const platform = {
  "platform.exportKey": exportKey,
  "platform.getAllValidatorsAt": getAllValidatorsAt,
  "platform.getCurrentValidators": validators.getCurrentValidators,
  "platform.getFeeConfig": getFeeConfig,
  "platform.getL1Validator": validators.getL1Validator,
  "platform.getMaxStakeAmount": getMaxStakeAmount,
  "platform.getPendingValidators": validators.getPendingValidators,
  "platform.getValidatorsAt": validatorsAtHeight,
  "platform.listAddresses": listAddresses,
} satisfies Avalanchego112Handlers<
  | "platform.exportKey"
  | "platform.getAllValidatorsAt"
  | "platform.getCurrentValidators"
  | "platform.getL1Validator"
  | "platform.getMaxStakeAmount"
  | "platform.getPendingValidators"
  | "platform.getValidatorsAt"
  | "platform.listAddresses",
  HandlerContext
> &
  Handlers<"platform.getFeeConfig", HandlerContext>;
