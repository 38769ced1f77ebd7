import { Rejection } from "../rejection.ts";
import { verifyPermissionedSubnetAuthorization } from "./authorization.ts";
import { noEffects } from "./context.ts";
import { avax, isEtna, moveFunds, type TxExecutor, verifyFlow, verifyForm } from "./transaction.ts";

/** avalanchego vms/platformvm/txs/executor/standard_tx_executor.go (TransformSubnetTx) @ v1.12.1 */
export const executeTransformSubnetTx: TxExecutor<"TransformSubnetTx"> = (execution) => {
  const { tx, unsigned, state, context, fee } = execution;
  if (isEtna(state, context)) {
    throw new Rejection("TransformSubnetTx is not permitted post-Etna");
  }
  verifyForm(execution);
  if (BigInt(unsigned.maxStakeDuration) > context.chain.network.staking.maxStakeDurationSeconds) {
    throw new Rejection(
      "max stake duration must be less than or equal to the global max stake duration",
    );
  }
  const credentials = verifyPermissionedSubnetAuthorization(
    tx,
    unsigned.subnetID,
    unsigned.subnetAuthorization,
    state,
    context,
  );
  const rewardPool = unsigned.maximumSupply - unsigned.initialSupply;
  verifyFlow(execution, {
    credentials,
    burned: [avax(context, fee(unsigned)), { assetID: unsigned.assetID, amount: rewardPool }],
  });
  moveFunds(execution);
  state.addSubnetTransformation(tx);
  const { subnetID, assetID } = unsigned;
  state.record({ kind: "subnet transformed", subnetID, assetID });
  state.setCurrentSupply(unsigned.subnetID, unsigned.initialSupply);
  return noEffects;
};
