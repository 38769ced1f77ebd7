import type { Avalanchego112Handlers, Handlers } from "../../generated/handlers.ts";
import { peersWith } from "../avalanchego/info.ts";
import { getAllValidatorsAt } from "../avalanchego/platform/get-all-validators-at.ts";
import { getValidatorsAt } from "../avalanchego/platform/get-validators-at.ts";
import type { HandlerContext } from "../context.ts";
import { healthHandlers } from "../health/index.ts";
import { createAddress } from "../platform/create-address.ts";
import { exportKey } from "../platform/export-key.ts";
import { getFeeConfig } from "../platform/get-fee-config.ts";
import { getMaxStakeAmount } from "../platform/get-max-stake-amount.ts";
import { importKey } from "../platform/import-key.ts";
import { listAddresses } from "../platform/list-addresses.ts";
import * as users from "./keystore.ts";
import * as validators from "./validators.ts";

/** The methods of the P-chain API that profile `avalanchego-1.12` has in another form than `avalanchego`, or alone. */
export const platform = {
  "platform.createAddress": createAddress,
  "platform.exportKey": exportKey,
  "platform.getAllValidatorsAt": getAllValidatorsAt,
  "platform.getCurrentValidators": validators.getCurrentValidators,
  "platform.getFeeConfig": getFeeConfig,
  "platform.getL1Validator": validators.getL1Validator,
  "platform.getMaxStakeAmount": getMaxStakeAmount,
  "platform.getPendingValidators": validators.getPendingValidators,
  "platform.getValidatorsAt": getValidatorsAt,
  "platform.importKey": importKey,
  "platform.listAddresses": listAddresses,
} satisfies Avalanchego112Handlers<
  | "platform.createAddress"
  | "platform.exportKey"
  | "platform.getAllValidatorsAt"
  | "platform.getL1Validator"
  | "platform.getMaxStakeAmount"
  | "platform.getPendingValidators"
  | "platform.getValidatorsAt"
  | "platform.importKey"
  | "platform.listAddresses",
  HandlerContext
> &
  Readonly<Record<"platform.getCurrentValidators", unknown>> &
  Handlers<"platform.getFeeConfig", HandlerContext>;

export const health = {
  "health.health": healthHandlers["health.health"],
} satisfies Avalanchego112Handlers<"health.health", HandlerContext>;

export const info = {
  // Its handshakes have no time of an upgrade.
  "info.peers": (params, context) => peersWith(params, context, () => ({})),
} satisfies Avalanchego112Handlers<"info.peers", HandlerContext>;

export const keystore = {
  "keystore.createUser": users.createUser,
  "keystore.deleteUser": users.deleteUser,
  "keystore.exportUser": users.exportUser,
  "keystore.importUser": users.importUser,
} satisfies Avalanchego112Handlers<
  "keystore.createUser" | "keystore.deleteUser" | "keystore.exportUser" | "keystore.importUser",
  HandlerContext
>;
