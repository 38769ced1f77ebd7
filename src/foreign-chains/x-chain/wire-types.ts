import { registerTypes, type WireType } from "../../pchain/codec/union.ts";

/**
 * Every type that the X-chain's codec knows: its transactions, then the types of secp256k1fx, nftfx and propertyfx, then
 * its block. avalanchego vms/avm/txs/parser.go, vms/avm/block/parser.go, vms/avm/vm.go @ v1.12.1
 */
export const xChainTypes = {
  BaseTx: { typeID: 0, goName: "txs.BaseTx" },
  CreateAssetTx: { typeID: 1, goName: "txs.CreateAssetTx" },
  OperationTx: { typeID: 2, goName: "txs.OperationTx" },
  ImportTx: { typeID: 3, goName: "txs.ImportTx" },
  ExportTx: { typeID: 4, goName: "txs.ExportTx" },
  TransferInput: { typeID: 5, goName: "secp256k1fx.TransferInput" },
  MintOutput: { typeID: 6, goName: "secp256k1fx.MintOutput" },
  TransferOutput: { typeID: 7, goName: "secp256k1fx.TransferOutput" },
  MintOperation: { typeID: 8, goName: "secp256k1fx.MintOperation" },
  Credential: { typeID: 9, goName: "secp256k1fx.Credential" },
  NftMintOutput: { typeID: 10, goName: "nftfx.MintOutput" },
  NftTransferOutput: { typeID: 11, goName: "nftfx.TransferOutput" },
  NftMintOperation: { typeID: 12, goName: "nftfx.MintOperation" },
  NftTransferOperation: { typeID: 13, goName: "nftfx.TransferOperation" },
  NftCredential: { typeID: 14, goName: "nftfx.Credential" },
  PropertyMintOutput: { typeID: 15, goName: "propertyfx.MintOutput" },
  OwnedOutput: { typeID: 16, goName: "propertyfx.OwnedOutput" },
  PropertyMintOperation: { typeID: 17, goName: "propertyfx.MintOperation" },
  BurnOperation: { typeID: 18, goName: "propertyfx.BurnOperation" },
  PropertyCredential: { typeID: 19, goName: "propertyfx.Credential" },
  StandardBlock: { typeID: 20, goName: "block.StandardBlock" },
} as const satisfies Record<string, WireType>;

export const xChainCodecTypes = registerTypes(xChainTypes);
