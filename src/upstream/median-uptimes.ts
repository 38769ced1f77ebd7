import type { BytesKey } from "../formats/bytes.ts";
import { UpstreamFailure, UpstreamRefusal } from "./json-rpc-post.ts";
import type { Upstream } from "./upstream.ts";

/**
 * The uptimes of primary network validators that the upstreams report, in percent: the median of each. One that does not
 * answer is left out and keeps its standing, because nothing of following depends on it.
 */
export async function medianUptimes(
  upstreams: readonly Upstream[],
  signal: AbortSignal,
): Promise<ReadonlyMap<BytesKey, number>> {
  const available = upstreams.filter(({ isAvailable }) => isAvailable);
  const reports = await Promise.all(available.map((upstream) => uptimesOf(upstream, signal)));
  const byNode = new Map<BytesKey, number[]>();
  for (const report of reports) {
    for (const [node, percent] of report) {
      byNode.set(node, [...(byNode.get(node) ?? []), percent]);
    }
  }
  return new Map([...byNode].map(([node, percents]) => [node, medianOf(percents)]));
}

async function uptimesOf(
  { client }: Upstream,
  signal: AbortSignal,
): Promise<ReadonlyMap<BytesKey, number>> {
  try {
    return await client.uptimes(signal);
  } catch (error) {
    const isTheirs = error instanceof UpstreamFailure || error instanceof UpstreamRefusal;
    if (!isTheirs && !signal.aborted) throw error;
    return new Map();
  }
}

/** Of at least one; the lower one of two. */
function medianOf(percents: readonly number[]): number {
  const sorted = [...percents].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}
