import type { Activity } from "./activity.ts";
import type { OpenChain } from "./chain/open-chain.ts";
import type { NodeClock } from "./clock.ts";
import type { OpenSource } from "./follow/network-source.ts";
import type { NodeIdentity } from "./identity/identity.ts";
import type { PublicIp } from "./identity/public-ip.ts";
import type { StakingAddress } from "./identity/staking-address.ts";
import type { Log } from "./logging/log.ts";
import type { ModeState } from "./mode/mode-state.ts";
import type { NodeConfig } from "./node-config.ts";

/** What `assemble` connects. */
export type Foundation = {
  readonly config: NodeConfig;
  readonly log: Log;
  readonly clock: NodeClock;
  readonly opened: OpenChain;
  /** Whether gas is as scarce as on the network. */
  readonly gasAsNetwork: boolean;
  readonly identity: NodeIdentity;
  readonly publicIP: PublicIp;
  readonly staking: StakingAddress;
  readonly state: ModeState;
  readonly openSource: OpenSource;
  /** Called for each call and block. */
  readonly onActivity: ((activity: Activity) => void) | undefined;
};
