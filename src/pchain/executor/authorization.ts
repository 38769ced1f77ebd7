import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { Authorization, Credential } from "../components/credential.ts";
import type { OutputOwners } from "../components/owners.ts";
import { Rejection, within } from "../rejection.ts";
import type { State } from "../state/state.ts";
import type { Tx } from "../txs/tx.ts";
import type { ExecutionContext } from "./context.ts";
import { verifyPermission } from "./credentials.ts";

/**
 * Verifies the last credential against the owners and returns the others, which are for the inputs.
 * avalanchego vms/platformvm/txs/executor/subnet_tx_verification.go @ v1.12.1
 */
export function verifyAuthorization(
  tx: Tx,
  owners: OutputOwners,
  authorization: Authorization,
  context: ExecutionContext,
): readonly Credential[] {
  const last = tx.credentials.at(-1);
  if (last === undefined) {
    throw new Rejection("should have the same number of credentials as inputs");
  }
  within("unauthorized modification", () =>
    verifyPermission(tx, authorization, last, owners, context),
  );
  return tx.credentials.slice(0, -1);
}

/** Verifies that the owner of the subnet signed. */
export function verifySubnetAuthorization(
  tx: Tx,
  subnetID: Id,
  authorization: Authorization,
  state: State,
  context: ExecutionContext,
): readonly Credential[] {
  const owner = state.subnetOwner(subnetID);
  if (owner === undefined) {
    const isOtherTx = state.tx(subnetID) !== undefined;
    throw new Rejection(isOtherTx ? `"${formatId(subnetID)}" is not a subnet` : "not found");
  }
  return verifyAuthorization(tx, owner, authorization, context);
}

/** As verifySubnetAuthorization, and rejects elastic subnets and L1s. */
export function verifyPermissionedSubnetAuthorization(
  tx: Tx,
  subnetID: Id,
  authorization: Authorization,
  state: State,
  context: ExecutionContext,
): readonly Credential[] {
  const credentials = verifySubnetAuthorization(tx, subnetID, authorization, state, context);
  const isImmutable =
    state.subnetTransformation(subnetID) !== undefined ||
    state.subnetConversion(subnetID) !== undefined;
  if (isImmutable) throw new Rejection(`"${formatId(subnetID)}" is immutable`);
  return credentials;
}
