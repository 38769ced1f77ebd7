import { u8, u32 } from "../../pchain/codec/primitives.ts";
import { inline, kindStruct, slice, struct } from "../../pchain/codec/struct.ts";
import { text } from "../../pchain/codec/text.ts";
import { union } from "../../pchain/codec/union.ts";
import { type BaseTxFields, baseTxFields } from "../../pchain/components/base-tx.ts";
import {
  type BaseTx,
  baseTx,
  type ExportTx,
  exportTx,
  type ImportTx,
  importTx,
} from "../../pchain/txs/transfers.ts";
import { type Operation, operation } from "./operations.ts";
import { type XChainOutput, xChainOutput } from "./outputs.ts";
import { xChainTypes } from "./wire-types.ts";

/** Outputs of one feature extension: 0 is secp256k1fx, 1 nftfx, 2 propertyfx. */
export type InitialState = {
  readonly fxIndex: number;
  readonly outputs: readonly XChainOutput[];
};

/** Creates an asset, whose ID is the transaction's. */
export type CreateAssetTx = {
  readonly kind: "CreateAssetTx";
  readonly baseTx: BaseTxFields;
  readonly name: string;
  readonly symbol: string;
  readonly denomination: number;
  readonly initialStates: readonly InitialState[];
};

export type OperationTx = {
  readonly kind: "OperationTx";
  readonly baseTx: BaseTxFields;
  readonly operations: readonly Operation[];
};

/** BaseTx, ImportTx and ExportTx are the P-chain's, with other type IDs. */
export type XChainUnsignedTx = BaseTx | CreateAssetTx | OperationTx | ImportTx | ExportTx;

/** avalanchego vms/avm/txs/initial_state.go @ v1.12.1 */
const initialState = struct<InitialState>({ fxIndex: u32, outputs: slice(xChainOutput) });

/** avalanchego vms/avm/txs/create_asset_tx.go @ v1.12.1 */
const createAssetTx = kindStruct<CreateAssetTx>("CreateAssetTx", {
  baseTx: inline(baseTxFields),
  name: text,
  symbol: text,
  denomination: u8,
  initialStates: slice(initialState),
});

/** avalanchego vms/avm/txs/operation_tx.go @ v1.12.1 */
const operationTx = kindStruct<OperationTx>("OperationTx", {
  baseTx: inline(baseTxFields),
  operations: slice(operation),
});

export const xChainUnsignedTx = union<XChainUnsignedTx>({
  interfaceName: "txs.UnsignedTx",
  types: xChainTypes,
  fields: {
    BaseTx: baseTx,
    CreateAssetTx: createAssetTx,
    OperationTx: operationTx,
    ImportTx: importTx,
    ExportTx: exportTx,
  },
});
