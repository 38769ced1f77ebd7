import type { JsonValue } from "../../formats/json.ts";
import type { Check } from "../check.ts";

/** How far the following of a network is. */
export type FollowState = {
  /** `connecting`, `bootstrapping`, `attesting`, `following` or `halted`. */
  readonly phase: string;
  readonly height: bigint;
  /** The highest attested height; undefined before there is one. */
  readonly networkHeight: bigint | undefined;
  readonly blocksPerSecond: number;
  readonly remainingSeconds: number | undefined;
  /** Why following halted. */
  readonly reason: string | undefined;
  /** Something that needs the operator before it stops the node. */
  readonly warning: string | undefined;
};

/** Reports how far following is. Fails once it has halted: only a newer version of this program can go on. */
export function followingCheck(state: () => FollowState): Check {
  return () => {
    const { phase, height, networkHeight, blocksPerSecond, remainingSeconds, reason, warning } =
      state();
    const detail: JsonValue = {
      phase,
      height: height.toString(),
      ...(networkHeight !== undefined && { networkHeight: networkHeight.toString() }),
      blocksPerSecond: Math.round(blocksPerSecond),
      ...(remainingSeconds !== undefined && { remainingSeconds: Math.round(remainingSeconds) }),
      ...(warning !== undefined && { warning }),
    };
    if (phase !== "halted") return { detail };
    return { detail, error: `following halted: ${reason ?? "unknown reason"}` };
  };
}
