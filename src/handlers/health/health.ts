import type { HealthReport } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";

/** The last results of every health check. specification 4.2 */
export const health: Handler<"health.health", "health"> = ({ tags }, { health }) =>
  health.health.report(tags) as HealthReport;
