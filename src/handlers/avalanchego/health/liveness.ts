import type { AvalanchegoHandler } from "../../handler.ts";
import { liveness as livenessOf } from "../../health/liveness.ts";

/** Takes tags, which select among no checks. */
export const liveness: AvalanchegoHandler<"health.liveness", "health"> = (_params, context) =>
  livenessOf({}, context);
