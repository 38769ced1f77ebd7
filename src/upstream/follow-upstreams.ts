import type { FollowUpstreamsOptions, UpstreamFollowing } from "./follow-options.ts";
import { ComposedUpstreamFollowing } from "./upstream-following.ts";

/** Follows a network through the HTTP APIs of other nodes, of which a majority must agree. */
export function followUpstreams(options: FollowUpstreamsOptions): UpstreamFollowing {
  return new ComposedUpstreamFollowing(options);
}
