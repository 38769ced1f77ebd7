import type { Handler } from "../handler.ts";
import { verifyLimits } from "./limits.ts";
import { ruleArgument } from "./rule.ts";
import { targetArgument } from "./target.ts";
import { changeable, notFound, secretView } from "./view.ts";

/** Changes what is given of a watch. */
export const update: Handler<"watch.update", "blockchains" | "chain" | "views" | "watches"> = (
  { watchID, rule: ruleParam, target: targetParam, name },
  context,
) => {
  const { watches } = context;
  const { rule: before } = changeable(watchID, watches);
  const rule = ruleParam && ruleArgument(ruleParam, context);
  const target = targetParam && targetArgument(targetParam, watches);
  verifyLimits(watches, { rule: rule ?? before, before, target });
  const changed = watches.update("watch", watchID, { name, rule, target });
  if (changed === undefined) throw notFound(watchID);
  return secretView(changed, watches);
};
