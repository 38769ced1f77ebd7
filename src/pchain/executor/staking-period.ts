import { emptyId } from "../../formats/bytes.ts";
import { formatGoTime, goUnixSeconds } from "../../formats/go-time.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { Rejection } from "../rejection.ts";
import type { MutableState, State } from "../state/state.ts";
import type { Validator } from "../txs/validator.ts";
import type { ExecutionContext } from "./context.ts";
import { boundedBy, currentOrPendingValidator } from "./staking-rules.ts";
import { isDurango } from "./transaction.ts";

/** When staking starts: the transaction's start time before Durango, chain time since. */
export function stakingStart(
  { start }: Validator,
  state: MutableState,
  context: ExecutionContext,
): bigint {
  return isDurango(state, context) ? state.timestamp() : start;
}

/** Rejects a start time that is not after chain time. Since Durango the start time is ignored. */
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

/** Rejects a period that is too short or too long. Times are uint64, as on the wire. */
export function verifyDuration(
  start: bigint,
  end: bigint,
  bounds: { readonly minStakeDuration: bigint; readonly maxStakeDuration: bigint },
  { isPastSecond = false }: Pick<ExecutionContext, "isPastSecond"> = {},
): void {
  const duration = goUnixSeconds(end) - goUnixSeconds(start);
  const isShortened = isPastSecond && duration === bounds.minStakeDuration;
  if (isShortened || duration < bounds.minStakeDuration)
    throw new Rejection("staking period is too short");
  if (duration > bounds.maxStakeDuration) throw new Rejection("staking period is too long");
}

/** Rejects a subnet validator that does not validate the primary network for the whole period. */
export function verifyPrimaryNetworkPeriod(
  state: State,
  { nodeID, end }: Validator,
  start: bigint,
  context: ExecutionContext,
): void {
  const primary = currentOrPendingValidator(state, emptyId, nodeID);
  if (primary === undefined) {
    throw new Rejection(
      `${formatNodeId(nodeID)} isn't a current or pending validator of the primary network`,
    );
  }
  if (!boundedBy(start, end, primary.startTime, primary.endTime)) {
    throw new Rejection(context.chain.network.release.texts.periodMismatch);
  }
}
