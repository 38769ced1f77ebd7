import type { ChainContext } from "../../networks/network.ts";
import {
  compareTransferableInputs,
  isSortedAndUnique,
  type ProofCheck,
  verifyOwners,
  verifyProofOfPossession,
  verifyTransferableInput,
  verifyTransferableOutput,
  verifyVerifiable,
} from "../components/verify.ts";
import { Rejection, within } from "../rejection.ts";
import type { TxKind } from "../wire-types.ts";
import { refusePrimary, verifyBaseTx, verifyEach, verifySortedOutputs } from "./syntactic-base.ts";
import { verifyConversion } from "./syntactic-convert-subnet-to-l1.ts";
import { verifyNewChain } from "./syntactic-create-chain.ts";
import {
  verifyAddDelegator,
  verifyAddValidator,
  verifyPermissionlessDelegator,
  verifyPermissionlessValidator,
  verifyWeight,
} from "./syntactic-staking.ts";
import { verifyTransformSubnetTx } from "./syntactic-transform-subnet.ts";
import type { UnsignedTx, UnsignedTxOf } from "./unsigned-tx.ts";

/**
 * Rejects a transaction that could be valid on no chain of this network, whatever its state. The texts and
 * their order are AvalancheGo's SyntacticVerify. avalanchego vms/platformvm/txs @ v1.12.1
 */
export function verifySyntax(
  unsigned: UnsignedTx,
  chain: ChainContext,
  verifyProof: ProofCheck = verifyProofOfPossession,
): void {
  const verify = rules[unsigned.kind] as Rule<TxKind>;
  verify(unsigned, chain, verifyProof);
}

type Rule<K extends TxKind> = (
  tx: UnsignedTxOf<K>,
  chain: ChainContext,
  verifyProof: ProofCheck,
) => void;

const rules: { readonly [K in TxKind]: Rule<K> } = {
  AddValidatorTx: verifyAddValidator,
  AddSubnetValidatorTx(tx, chain) {
    refusePrimary(
      tx.validator.subnetID,
      "can't add primary network validator with AddSubnetValidatorTx",
    );
    verifyBaseTx(tx.baseTx, chain);
    verifyWeight(tx.validator.validator);
    verifyVerifiable(tx.subnetAuthorization);
  },
  AddDelegatorTx: verifyAddDelegator,
  CreateChainTx(tx, chain) {
    verifyNewChain(tx);
    verifyBaseTx(tx.baseTx, chain);
    verifyVerifiable(tx.subnetAuthorization);
  },
  CreateSubnetTx(tx, chain) {
    verifyBaseTx(tx.baseTx, chain);
    verifyOwners(tx.owner);
  },
  ImportTx(tx, chain) {
    if (tx.importedInputs.length === 0) throw new Rejection("tx has no imported inputs");
    verifyBaseTx(tx.baseTx, chain);
    verifyEach(tx.importedInputs, verifyTransferableInput, "input failed verification");
    if (!isSortedAndUnique(tx.importedInputs, compareTransferableInputs)) {
      throw new Rejection("inputs not sorted and unique");
    }
  },
  ExportTx(tx, chain) {
    if (tx.exportedOutputs.length === 0) throw new Rejection("no export outputs");
    verifyBaseTx(tx.baseTx, chain);
    for (const exported of tx.exportedOutputs) {
      within("output failed verification", () => verifyTransferableOutput(exported));
      if (exported.output.kind === "LockOut") throw new Rejection("wrong locktime reported");
    }
    verifySortedOutputs(tx.exportedOutputs);
  },
  AdvanceTimeTx() {},
  RewardValidatorTx() {},
  RemoveSubnetValidatorTx(tx, chain) {
    refusePrimary(
      tx.subnetID,
      "can't remove primary network validator with RemoveSubnetValidatorTx",
    );
    verifyBaseTx(tx.baseTx, chain);
    verifyVerifiable(tx.subnetAuthorization);
  },
  TransformSubnetTx(tx, chain) {
    verifyTransformSubnetTx(tx, chain.avaxAssetID);
    verifyBaseTx(tx.baseTx, chain);
    verifyVerifiable(tx.subnetAuthorization);
  },
  AddPermissionlessValidatorTx: verifyPermissionlessValidator,
  AddPermissionlessDelegatorTx: verifyPermissionlessDelegator,
  TransferSubnetOwnershipTx(tx, chain) {
    refusePrimary(tx.subnetID, "cannot transfer ownership of a permissionless subnet");
    verifyBaseTx(tx.baseTx, chain);
    verifyVerifiable(tx.subnetAuthorization);
    verifyOwners(tx.newOwner);
  },
  BaseTx: (tx, chain) => verifyBaseTx(tx.baseTx, chain),
  ConvertSubnetToL1Tx: verifyConversion,
  RegisterL1ValidatorTx: (tx, chain) => verifyBaseTx(tx.baseTx, chain),
  SetL1ValidatorWeightTx: (tx, chain) => verifyBaseTx(tx.baseTx, chain),
  IncreaseL1ValidatorBalanceTx(tx, chain) {
    if (tx.balance === 0n) throw new Rejection("balance must be greater than 0");
    verifyBaseTx(tx.baseTx, chain);
  },
  DisableL1ValidatorTx(tx, chain) {
    verifyBaseTx(tx.baseTx, chain);
    verifyVerifiable(tx.disableAuthorization);
  },
};
