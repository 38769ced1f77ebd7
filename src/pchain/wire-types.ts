import type { WireType } from "./codec/union.ts";

/**
 * Every type that the P-chain's codec knows, with its ID on the wire and its name in Go. IDs 6 and 8 are unused.
 * The codec of a transaction is in txs/unsigned-tx.ts, that of a block in blocks/block.ts; both are exhaustive.
 */

/** Parts of transactions. avalanchego vms/platformvm/txs/codec.go @ v1.12.1 */
export const componentTypes = {
  TransferInput: { typeID: 5, goName: "secp256k1fx.TransferInput" },
  TransferOutput: { typeID: 7, goName: "secp256k1fx.TransferOutput" },
  Credential: { typeID: 9, goName: "secp256k1fx.Credential" },
  Input: { typeID: 10, goName: "secp256k1fx.Input" },
  OutputOwners: { typeID: 11, goName: "secp256k1fx.OutputOwners" },
  LockIn: { typeID: 21, goName: "stakeable.LockIn" },
  LockOut: { typeID: 22, goName: "stakeable.LockOut" },
  Empty: { typeID: 27, goName: "signer.Empty" },
  ProofOfPossession: { typeID: 28, goName: "signer.ProofOfPossession" },
} as const satisfies Record<string, WireType>;

/** avalanchego vms/platformvm/txs/codec.go @ v1.12.1 */
export const txTypes = {
  AddValidatorTx: { typeID: 12, goName: "txs.AddValidatorTx" },
  AddSubnetValidatorTx: { typeID: 13, goName: "txs.AddSubnetValidatorTx" },
  AddDelegatorTx: { typeID: 14, goName: "txs.AddDelegatorTx" },
  CreateChainTx: { typeID: 15, goName: "txs.CreateChainTx" },
  CreateSubnetTx: { typeID: 16, goName: "txs.CreateSubnetTx" },
  ImportTx: { typeID: 17, goName: "txs.ImportTx" },
  ExportTx: { typeID: 18, goName: "txs.ExportTx" },
  AdvanceTimeTx: { typeID: 19, goName: "txs.AdvanceTimeTx" },
  RewardValidatorTx: { typeID: 20, goName: "txs.RewardValidatorTx" },
  RemoveSubnetValidatorTx: { typeID: 23, goName: "txs.RemoveSubnetValidatorTx" },
  TransformSubnetTx: { typeID: 24, goName: "txs.TransformSubnetTx" },
  AddPermissionlessValidatorTx: { typeID: 25, goName: "txs.AddPermissionlessValidatorTx" },
  AddPermissionlessDelegatorTx: { typeID: 26, goName: "txs.AddPermissionlessDelegatorTx" },
  TransferSubnetOwnershipTx: { typeID: 33, goName: "txs.TransferSubnetOwnershipTx" },
  BaseTx: { typeID: 34, goName: "txs.BaseTx" },
  ConvertSubnetToL1Tx: { typeID: 35, goName: "txs.ConvertSubnetToL1Tx" },
  RegisterL1ValidatorTx: { typeID: 36, goName: "txs.RegisterL1ValidatorTx" },
  SetL1ValidatorWeightTx: { typeID: 37, goName: "txs.SetL1ValidatorWeightTx" },
  IncreaseL1ValidatorBalanceTx: { typeID: 38, goName: "txs.IncreaseL1ValidatorBalanceTx" },
  DisableL1ValidatorTx: { typeID: 39, goName: "txs.DisableL1ValidatorTx" },
} as const satisfies Record<string, WireType>;

/** avalanchego vms/platformvm/block/codec.go @ v1.12.1 */
export const blockTypes = {
  ApricotProposalBlock: { typeID: 0, goName: "block.ApricotProposalBlock" },
  ApricotAbortBlock: { typeID: 1, goName: "block.ApricotAbortBlock" },
  ApricotCommitBlock: { typeID: 2, goName: "block.ApricotCommitBlock" },
  ApricotStandardBlock: { typeID: 3, goName: "block.ApricotStandardBlock" },
  ApricotAtomicBlock: { typeID: 4, goName: "block.ApricotAtomicBlock" },
  BanffProposalBlock: { typeID: 29, goName: "block.BanffProposalBlock" },
  BanffAbortBlock: { typeID: 30, goName: "block.BanffAbortBlock" },
  BanffCommitBlock: { typeID: 31, goName: "block.BanffCommitBlock" },
  BanffStandardBlock: { typeID: 32, goName: "block.BanffStandardBlock" },
} as const satisfies Record<string, WireType>;

/** AvalancheGo's name of a transaction type. */
export type TxKind = keyof typeof txTypes;
