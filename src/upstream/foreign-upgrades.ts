import type { ScheduledUpgrade } from "../follow/announced-upgrade.ts";
import { FormatError } from "../formats/format-error.ts";
import { parseTime } from "../formats/time.ts";
import type { Upgrades } from "../networks/network.ts";
import { never, upgradeTimes } from "../networks/upgrades.ts";
import { UpstreamFailure } from "./json-rpc-post.ts";

/** An upgrade that an upstream lists and this node does not know, or schedules at another time. */
export type ForeignUpgrade = ScheduledUpgrade & {
  /** Unix seconds from which on blocks follow other rules than this node's. */
  readonly time: bigint;
};

/**
 * The first upgrade in the result of info.upgrades after which an upstream follows other rules; undefined if there is
 * none. An older upstream lacks members, and lists with the time of `never` what is not scheduled: neither counts.
 * Throws UpstreamFailure.
 */
export function foreignUpgrade(
  result: Readonly<Record<string, unknown>>,
  own: Upgrades,
): ForeignUpgrade | undefined {
  const known = new Map<string, bigint>(upgradeTimes.map((name) => [`${name}Time`, own[name]]));
  let first: ForeignUpgrade | undefined;
  for (const [member, value] of Object.entries(result)) {
    if (!/^\w+Time$/.test(member)) continue;
    const theirs = timeOf(value, member);
    const ours = known.get(member) ?? never;
    if (theirs >= never || theirs === ours) continue;
    const time = earlier(theirs, ours);
    if (first !== undefined && first.time <= time) continue;
    first = { name: member.slice(0, -"Time".length), scheduledAt: theirs, time };
  }
  return first;
}

/**
 * The newest upgrade that an upstream knows and has not scheduled, although this node's time for it is over; undefined if there is
 * none. Such an upstream is too old for the network, or this node has the wrong schedule. Throws UpstreamFailure.
 */
export function unscheduledUpgrade(
  result: Readonly<Record<string, unknown>>,
  own: Upgrades,
  nowSeconds: bigint,
): ScheduledUpgrade | undefined {
  const name = upgradeTimes.findLast((each) => {
    const value = result[`${each}Time`];
    return own[each] <= nowSeconds && value !== undefined && timeOf(value, each) >= never;
  });
  return name && { name, scheduledAt: own[name] };
}

function earlier(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function timeOf(value: unknown, member: string): bigint {
  try {
    if (typeof value === "string") return parseTime(value);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  throw new UpstreamFailure(`returned no valid ${member}`);
}
