import type { NodeId } from "../../formats/bytes.ts";
import type { Network } from "../../networks/network.ts";
import type { RouteCounts } from "../../rpc/http/metrics.ts";
import type { LogLevel } from "../logging/log-line.ts";
import type { Mode } from "../mode/decide-mode.ts";
import type { NodeConfig } from "../node-config.ts";

/** What a reader needs to know of the writer before it can answer. */
export type ReaderStart = {
  readonly config: NodeConfig;
  /** The file that the writer writes. */
  readonly storePath: string;
  /** The Unix socket at which the writer answers what readers cannot. */
  readonly relayPath: string;
  readonly mode: Mode;
  /** As the writer runs it: a dev node has more gas than its network. */
  readonly rules: Pick<
    Network,
    "upgrades" | "staking" | "staticFees" | "dynamicFees" | "validatorFees"
  >;
  /** Whether gas accrues only with the chain's time. */
  readonly gasAsNetwork: boolean;
  readonly nodeID: NodeId;
  readonly blsPublicKey: Uint8Array;
  readonly proofOfPossession: Uint8Array;
};

/** From the writer to a reader. */
export type ToReader =
  | { readonly kind: "start"; readonly start: ReaderStart }
  /** Comes with a connection. */
  | { readonly kind: "connection" }
  /** There is a newer commit. */
  | { readonly kind: "moved" }
  /** Nothing of the store may be served any more. */
  | { readonly kind: "damaged"; readonly damage: string }
  | { readonly kind: "count"; readonly question: number }
  | { readonly kind: "stop"; readonly timeoutMs: number };

/** From a reader to the writer. */
export type FromReader =
  /** It can receive messages. */
  | { readonly kind: "ready" }
  | { readonly kind: "listening" }
  /** It cannot read the store. */
  | { readonly kind: "damaged"; readonly damage: string }
  | { readonly kind: "counts"; readonly question: number; readonly counts: ReaderCounts }
  | {
      readonly kind: "log";
      readonly level: Exclude<LogLevel, "off">;
      readonly fields: object;
      readonly message: string;
    };

/** What the metrics say about a process. */
export type ReaderCounts = {
  readonly routes: readonly RouteCounts[];
  readonly residentBytes: number;
  readonly height: bigint;
};
