import { majorityOf } from "./majority.ts";
import type { Upstream } from "./upstream.ts";

/** Whether a majority of the upstreams has no index of P-chain containers, and no other one is known to have it. */
export function serveNoContainers(upstreams: readonly Pick<Upstream, "hasIndex">[]): boolean {
  const hasIndex = upstreams.map((upstream) => upstream.hasIndex("P/block"));
  const without = hasIndex.filter((has) => has === false).length;
  return without >= majorityOf(upstreams.length) && !hasIndex.includes(true);
}
