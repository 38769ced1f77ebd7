import { emptyId } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { Rejection } from "../rejection.ts";
import type { State } from "../state/state.ts";
import type { Validator } from "../txs/validator.ts";
import { boundedBy, currentOrPendingValidator } from "./staking-rules.ts";

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
