import { emptyId, equalBytes, type Id, isZero } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { Rejection, within } from "../rejection.ts";
import type { State } from "../state/state.ts";

/**
 * Rejects a chain that is the P-chain, or not of the primary network. avalanchego
 * vms/components/verify/subnet.go @ v1.12.1
 */
export function verifySameSubnet(state: State, chainID: Id): void {
  if (isZero(chainID)) throw new Rejection("same chainID");
  const subnetID = within(`failed to get subnet of "${formatId(chainID)}"`, () =>
    subnetOfChain(state, chainID),
  );
  if (!equalBytes(subnetID, emptyId)) {
    throw new Rejection(
      `mismatched subnetIDs; expected "${formatId(emptyId)}" got "${formatId(subnetID)}"`,
    );
  }
}

/** The subnet that validates a chain. avalanchego vms/platformvm/validators/manager.go (GetSubnetID) @ v1.12.1 */
export function subnetOfChain(state: State, chainID: Id): Id {
  if (isZero(chainID)) return emptyId;
  const stored = state.tx(chainID);
  if (stored === undefined) {
    throw new Rejection(`problem retrieving blockchain "${formatId(chainID)}": not found`);
  }
  const { unsigned } = stored.tx;
  if (unsigned.kind !== "CreateChainTx") {
    throw new Rejection(`"${formatId(chainID)}" is not a blockchain`);
  }
  return unsigned.subnetID;
}
