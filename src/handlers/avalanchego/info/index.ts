import type { AvalanchegoHandlers } from "../../../generated/handlers.ts";
import type { AvalanchegoMethodName, InfoMethodName } from "../../../generated/types.ts";
import type { HandlerContext } from "../../context.ts";
import { getBlockchainID } from "../../info/get-blockchain-id.ts";
import { peers } from "./peers.ts";
import { uptime } from "./uptime.ts";

/** Info API in profile `avalanchego`: a handler for every method that it changes. */
export const avalanchegoInfoHandlers = {
  "info.getBlockchainID": getBlockchainID,
  "info.peers": peers,
  "info.uptime": uptime,
} satisfies AvalanchegoHandlers<Extract<AvalanchegoMethodName, InfoMethodName>, HandlerContext>;
