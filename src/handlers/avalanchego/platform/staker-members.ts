import type { PermissionedValidatorInReference } from "../../../generated/types.ts";
import type { StakerView } from "../../platform/staker-view.ts";

/** What AvalancheGo shows of every staker, in its order. avalanchego vms/platformvm/api/static_service.go @ v1.12.1 */
export function stakerMembers(staker: StakerView): PermissionedValidatorInReference {
  return {
    txID: staker.txID,
    startTime: staker.startTime,
    endTime: staker.endTime,
    weight: staker.weight,
    nodeID: staker.nodeID,
    stakeAmount: staker.weight,
  };
}
