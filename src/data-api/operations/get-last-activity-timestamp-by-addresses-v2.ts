import { inBodyMax } from "../ids.ts";
import { lastActivity } from "../last-activity.ts";
import type { Operation } from "../operation.ts";

/** The last activity of addresses in the body. */
export const getLastActivityTimestampByAddressesV2: Operation<
  "getLastActivityTimestampByAddressesV2"
> = (params, context) => lastActivity(params, inBodyMax, context);
