import type { HealthReport } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";

/** The latest results of all health checks. specification 4.2 */
export const health: Handler<"health.health", "health"> = ({ tags }, { health }) =>
  health.health.report(tags) as HealthReport;
