import type { AvalanchegoHandlers } from "../../../generated/handlers.ts";
import type { AvalanchegoMethodName, HealthMethodName } from "../../../generated/types.ts";
import type { HandlerContext } from "../../context.ts";
import { liveness } from "./liveness.ts";

/** Health API in profile `avalanchego`: a handler for every method that it changes. */
export const avalanchegoHealthHandlers = {
  "health.liveness": liveness,
} satisfies AvalanchegoHandlers<Extract<AvalanchegoMethodName, HealthMethodName>, HandlerContext>;
