import type { Handlers } from "../../generated/handlers.ts";
import type { InfoMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { acps } from "./acps.ts";
import { getBlockchainID } from "./get-blockchain-id.ts";
import { getNetworkID } from "./get-network-id.ts";
import { getNetworkName } from "./get-network-name.ts";
import { getNodeID } from "./get-node-id.ts";
import { getNodeIP } from "./get-node-ip.ts";
import { getNodeVersion } from "./get-node-version.ts";
import { getTxFee } from "./get-tx-fee.ts";
import { getVMs } from "./get-vms.ts";
import { isBootstrapped } from "./is-bootstrapped.ts";
import { peers } from "./peers.ts";
import { upgrades } from "./upgrades.ts";
import { uptime } from "./uptime.ts";

/** Info API: a handler for every method. */
export const infoHandlers = {
  "info.acps": acps,
  "info.isBootstrapped": isBootstrapped,
  "info.getBlockchainID": getBlockchainID,
  "info.getNetworkID": getNetworkID,
  "info.getNetworkName": getNetworkName,
  "info.getNodeID": getNodeID,
  "info.getNodeIP": getNodeIP,
  "info.getNodeVersion": getNodeVersion,
  "info.getTxFee": getTxFee,
  "info.getVMs": getVMs,
  "info.peers": peers,
  "info.uptime": uptime,
  "info.upgrades": upgrades,
} satisfies Handlers<InfoMethodName, HandlerContext>;
