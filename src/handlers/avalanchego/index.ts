import type { AvalanchegoHandlers, Handlers } from "../../generated/handlers.ts";
import type {
  AvalanchegoMethodName,
  AvaxMethodName,
  AvmMethodName,
  HealthMethodName,
  HealthReportInReference,
  IndexMethodName,
  InfoMethodName,
  PlatformMethodName,
} from "../../generated/types.ts";
import { getAssetDescription } from "../avm/get-asset-description.ts";
import type { HandlerContext } from "../context.ts";
import { liveness } from "../health/liveness.ts";
import { getBlockchainID } from "../info/get-blockchain-id.ts";
import { feeConfig } from "../platform/get-fee-config.ts";
import { issueTx } from "../platform/issue-tx.ts";
import { sampleValidators } from "../platform/sample-validators.ts";
import { validatedBy } from "../platform/validated-by.ts";
import { avaxGetUTXOs, avmGetUTXOs } from "./chain-utxos.ts";
import * as containers from "./containers.ts";
import * as info from "./info.ts";
import { getAllValidatorsAt } from "./platform/get-all-validators-at.ts";
import { getBalance } from "./platform/get-balance.ts";
import { getBlock } from "./platform/get-block.ts";
import { getBlockByHeight } from "./platform/get-block-by-height.ts";
import { getBlockchains } from "./platform/get-blockchains.ts";
import { getCurrentValidators } from "./platform/get-current-validators.ts";
import { getL1Validator } from "./platform/get-l1-validator.ts";
import { getRewardUTXOs } from "./platform/get-reward-utxos.ts";
import { getStake } from "./platform/get-stake.ts";
import { getSubnet } from "./platform/get-subnet.ts";
import { getSubnets } from "./platform/get-subnets.ts";
import { getTotalStake } from "./platform/get-total-stake.ts";
import { getTx } from "./platform/get-tx.ts";
import { getTxStatus } from "./platform/get-tx-status.ts";
import { getUTXOs } from "./platform/get-utxos.ts";
import { getValidatorsAt } from "./platform/get-validators-at.ts";
import { validates } from "./platform/validates.ts";

/** The methods that profile `avalanchego` changes. */
type Changed<Name> = Extract<AvalanchegoMethodName, Name>;

/** X-chain API. */
const avm = {
  "avm.getAssetDescription": getAssetDescription,
  "avm.getUTXOs": avmGetUTXOs,
} satisfies AvalanchegoHandlers<Exclude<Changed<AvmMethodName>, "avm.getUTXOs">, HandlerContext> &
  Readonly<Record<"avm.getUTXOs", unknown>>;

/** C-chain API. */
const avax = { "avax.getUTXOs": avaxGetUTXOs } satisfies Readonly<
  Record<Changed<AvaxMethodName>, unknown>
>;

const health = {
  // The checks are those of the profile's release, so its reports have another form than those of `spec`.
  "health.health": ({ tags }, { health }) => health.health.report(tags) as HealthReportInReference,
  // Accepts tags and ignores them: liveness has no checks to select.
  "health.liveness": (_params, context) => liveness({}, context),
} satisfies AvalanchegoHandlers<Changed<HealthMethodName>, HandlerContext>;

/** Index API methods that return stored JSON. */
type WrittenName = Exclude<Changed<IndexMethodName>, "index.getIndex" | "index.isAccepted">;

const index = {
  "index.getContainerByID": containers.getContainerByID,
  "index.getContainerByIndex": containers.getContainerByIndex,
  "index.getContainerRange": containers.getContainerRange,
  "index.getIndex": containers.getIndex,
  "index.getLastAccepted": containers.getLastAccepted,
  "index.isAccepted": containers.isAccepted,
} satisfies AvalanchegoHandlers<Exclude<Changed<IndexMethodName>, WrittenName>, HandlerContext> &
  Readonly<Record<WrittenName, unknown>>;

const infoHandlers = {
  "info.getBlockchainID": getBlockchainID,
  "info.peers": info.peers,
  "info.uptime": info.uptime,
} satisfies AvalanchegoHandlers<Changed<InfoMethodName>, HandlerContext>;

/**
 * P-chain API. Where the profile changes only the params, the handler is the one of profile `spec`. The documents have
 * nothing about the order of getBlockchains and the values of getFeeConfig.
 */
const platform = {
  "platform.getAllValidatorsAt": getAllValidatorsAt,
  "platform.getBalance": getBalance,
  "platform.getBlock": getBlock,
  "platform.getBlockByHeight": getBlockByHeight,
  "platform.getBlockchains": getBlockchains,
  "platform.getCurrentValidators": getCurrentValidators,
  // Current releases do not ask the clock.
  "platform.getFeeConfig": (_params, { chain }) => feeConfig(chain),
  "platform.getL1Validator": getL1Validator,
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
  Exclude<Changed<PlatformMethodName>, WrittenPlatformName>,
  HandlerContext
> &
  Readonly<Record<WrittenPlatformName, unknown>> &
  Handlers<"platform.getBlockchains" | "platform.getFeeConfig", HandlerContext>;

/** By API, a handler for every method that profile `avalanchego` changes. */
export const avalanchegoHandlers = {
  avax,
  avm,
  health,
  index,
  info: infoHandlers,
  platform,
};

type WrittenPlatformName =
  | "platform.getBalance"
  | "platform.getBlock"
  | "platform.getBlockByHeight"
  | "platform.getCurrentValidators"
  | "platform.getTx"
  | "platform.getUTXOs";
