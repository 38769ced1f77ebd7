import type { Handler } from "../handler.ts";
import { balanceView } from "./balance-view.ts";

/** What some addresses own on the P-chain. specification 4.3 */
export const getBalance: Handler<
  "platform.getBalance",
  "blockchains" | "chain" | "clock" | "queries"
> = ({ addresses }, context) => balanceView(addresses, context);
