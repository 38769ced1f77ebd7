import type { FollowPeersOptions } from "./follow-options.ts";
import { PeerFollowing } from "./peer-following.ts";

/** Follows a network as one of its peers, and serves other peers. */
export function followPeers(options: FollowPeersOptions): PeerFollowing {
  return new PeerFollowing(options);
}
