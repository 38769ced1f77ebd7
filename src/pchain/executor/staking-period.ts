import { emptyId } from "../../formats/bytes.ts";
import { formatGoTime, goUnixSeconds } from "../../formats/go-time.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { Rejection } from "../rejection.ts";
import type { MutableState, State } from "../state/state.ts";
import type { Validator } from "../txs/validator.ts";
import type { ExecutionContext } from "./context.ts";
import { boundedBy, currentOrPendingValidator } from "./staking-rules.ts";
import { isDurango } from "./transaction.ts";

/** When the staking of a transaction begins: as it says before Durango, now since. */
export function stakingStart(
  { start }: Validator,
  state: MutableState,
  context: ExecutionContext,
): bigint {
  return isDurango(state, context) ? state.timestamp() : start;
}

/** Refuses a start that the chain has passed; from Durango on the start is not looked at. */
export function verifyStart(
  { start }: Validator,
  state: MutableState,
  context: ExecutionContext,
): void {
  if (isDurango(state, context) || state.timestamp() < goUnixSeconds(start)) return;
  throw new Rejection(
    `chain timestamp not before start time: ${formatGoTime(state.timestamp())} >= ${formatGoTime(start)}`,
  );
}

/** Refuses a period of another length than the bounds allow; times are uint64 as they are on the wire. */
export function verifyDuration(
  start: bigint,
  end: bigint,
  bounds: { readonly minStakeDuration: bigint; readonly maxStakeDuration: bigint },
): void {
  const duration = goUnixSeconds(end) - goUnixSeconds(start);
  if (duration < bounds.minStakeDuration) throw new Rejection("staking period is too short");
  if (duration > bounds.maxStakeDuration) throw new Rejection("staking period is too long");
}

/** Refuses a subnet validator that does not validate the primary network all the while. */
export function verifyPrimaryNetworkPeriod(
  state: State,
  { nodeID, end }: Validator,
  start: bigint,
): void {
  const primary = currentOrPendingValidator(state, emptyId, nodeID);
  if (primary === undefined) {
    throw new Rejection(
      `${formatNodeId(nodeID)} isn't a current or pending validator of the primary network`,
    );
  }
  if (!boundedBy(start, end, primary.startTime, primary.endTime)) {
    throw new Rejection("proposed staking period is not inside dependant staking period");
  }
}
