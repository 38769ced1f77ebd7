import type { Handler } from "../handler.ts";
import { newestFirst } from "./newest-first.ts";
import { subnetSummaries } from "./subnet-summaries.ts";

/** Subnets in short. specification 4.3 */
export const getSubnets: Handler<"platform.getSubnets", "chain" | "queries" | "state"> = (
  { ids },
  context,
) => ({ subnets: subnetSummaries(ids, newestFirst(context.queries), context) });
