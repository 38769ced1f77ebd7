import type { Handler } from "../handler.ts";
import { ledgerOf, requireHeights } from "../past/coverage.ts";
import { verifyLimits } from "./limits.ts";
import { ruleArgument } from "./rule.ts";
import { targetArgument } from "./target.ts";
import { secretView } from "./view.ts";

/** Creates a watch of what happens from now on. */
export const create: Handler<
  "watch.create",
  "blockchains" | "chain" | "queries" | "views" | "watches"
> = ({ rule: param, target: targetParam, name = "" }, context) => {
  const { watches } = context;
  const { coverage, tip } = ledgerOf(context);
  requireHeights({ from: tip, to: tip }, coverage, { field: "method", tip });
  const rule = ruleArgument(param, context);
  const target = targetParam && targetArgument(targetParam, watches);
  verifyLimits(watches, { rule, target });
  return secretView(watches.create({ api: "watch", name, rule, target }), watches);
};
