import { lastActivity } from "../last-activity.ts";
import type { Operation } from "../operation.ts";

/** The last activity of addresses in the query. */
export const getLastActivityTimestampByAddresses: Operation<
  "getLastActivityTimestampByAddresses"
> = (params, context) => lastActivity(params, undefined, context);
