import type { NodeId } from "../formats/bytes.ts";

/** What a node says of itself when a connection begins; it may hang up afterwards. */
export type Introduction = {
  readonly nodeID: NodeId;
  /** `avalanchego/1.14.2` */
  readonly version: string;
  /** Unix seconds of the newest upgrade that the peer knows. */
  readonly upgradeTime: bigint;
  /** By how much its clock is ahead of ours. */
  readonly clockAheadSeconds: bigint;
};
