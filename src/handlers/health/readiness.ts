import type { HealthReport } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";

/** Whether the node has finished starting. specification 4.2 */
export const readiness: Handler<"health.readiness", "health"> = ({ tags }, { health }) =>
  health.readiness.report(tags) as HealthReport;
