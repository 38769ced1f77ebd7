import type { HealthReport } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";

/** Whether the node responds. specification 4.2 */
export const liveness: Handler<"health.liveness", "health"> = (_params, { health }) =>
  health.liveness.report([]) as HealthReport;
