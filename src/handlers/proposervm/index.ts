import type { Handlers } from "../../generated/handlers.ts";
import type { ProposervmMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { getCurrentEpoch } from "./get-current-epoch.ts";
import { getProposedHeight } from "./get-proposed-height.ts";

/** API of the P-chain's proposer layer: a handler for every method. */
export const proposervmHandlers = {
  "proposervm.getProposedHeight": getProposedHeight,
  "proposervm.getCurrentEpoch": getCurrentEpoch,
} satisfies Handlers<ProposervmMethodName, HandlerContext>;
