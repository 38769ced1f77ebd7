import type { Handlers } from "../../generated/handlers.ts";
import type { HealthMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { health } from "./health.ts";
import { liveness } from "./liveness.ts";
import { readiness } from "./readiness.ts";

/** Health API: a handler for every method. */
export const healthHandlers = {
  "health.health": health,
  "health.readiness": readiness,
  "health.liveness": liveness,
} satisfies Handlers<HealthMethodName, HandlerContext>;
