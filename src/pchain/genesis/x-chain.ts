import { sha256 } from "../../crypto/hash.ts";
import { compareBytes, concatBytes, emptyId, type Id } from "../../formats/bytes.ts";
import { u8, u32 } from "../codec/primitives.ts";
import { inline, slice, struct } from "../codec/struct.ts";
import { text } from "../codec/text.ts";
import { registerTypes } from "../codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import { type BaseTxFields, baseTxFields } from "../components/base-tx.ts";
import { type Output, output } from "../components/outputs.ts";
import type { Utxo } from "../components/utxo.ts";
import { componentTypes } from "../wire-types.ts";
import type { Allocation, GenesisConfig } from "./config.ts";
import { unlockedOutput } from "./outputs.ts";

export type XChainGenesis = {
  readonly bytes: Uint8Array;
  readonly avaxAssetID: Id;
};

const types = registerTypes(componentTypes);

/** The only asset in the X-chain's genesis. */
export const avaxAsset = { name: "Avalanche", symbol: "AVAX", denomination: 9 } as const;

/**
 * The genesis of the X-chain, which creates AVAX: one output for each allocation with an initial
 * amount, and no initial state if there is none. avalanchego genesis/genesis.go FromConfig, vms/avm/static_service.go @ v1.12.1
 */
export function buildXChainGenesis(config: GenesisConfig): XChainGenesis {
  const allocations = config.allocations
    .filter(({ initialAmount }) => initialAmount > 0n)
    .sort(compareAllocations);
  const createAvax: CreateAssetTx = {
    baseTx: {
      networkID: config.networkID,
      blockchainID: emptyId,
      outputs: [],
      inputs: [],
      memo: concatBytes(...allocations.map(({ ethAddress }) => ethAddress)),
    },
    ...avaxAsset,
    initialStates:
      allocations.length === 0 ? [] : [{ fxIndex: 0, outputs: sortedOutputs(allocations) }],
  };
  const signed = { typeID: createAssetTypeID, ...createAvax, credentialCount: 0 };
  return {
    bytes: encodeVersioned(xChainGenesis, [{ alias: avaxAsset.symbol, ...createAvax }]),
    avaxAssetID: sha256(encodeVersioned(signedCreateAssetTx, signed)),
  };
}

/**
 * The outputs that AVAX begins with, in their order, from the X-chain's genesis bytes. Throws CodecError.
 * avalanchego vms/avm/txs/create_asset_tx.go @ v1.12.1
 */
export function xChainGenesisUtxos(genesisBytes: Uint8Array, avaxAssetID: Id): Utxo[] {
  const bytesMax = genesisBytes.length;
  const assets = decodeVersioned(xChainGenesis, genesisBytes, { bytesMax, types });
  const outputs = assets
    .filter(({ alias }) => alias === avaxAsset.symbol)
    .flatMap(({ initialStates }) => initialStates.flatMap((state) => state.outputs));
  return outputs.map((value, outputIndex) => ({
    txID: avaxAssetID,
    outputIndex,
    assetID: avaxAssetID,
    output: value,
  }));
}

/** avalanchego vms/avm/txs/create_asset_tx.go @ v1.12.1 */
type CreateAssetTx = {
  readonly baseTx: BaseTxFields;
  readonly name: string;
  readonly symbol: string;
  readonly denomination: number;
  readonly initialStates: readonly InitialState[];
};

/** Outputs of one feature extension; 0 is secp256k1fx. */
type InitialState = { readonly fxIndex: number; readonly outputs: readonly Output[] };

const createAssetShape = {
  baseTx: inline(baseTxFields),
  name: text,
  symbol: text,
  denomination: u8,
  initialStates: slice(struct<InitialState>({ fxIndex: u32, outputs: slice(output) })),
};

/** avalanchego vms/avm/genesis.go @ v1.12.1 */
const xChainGenesis = slice(
  struct<CreateAssetTx & { readonly alias: string }>({ alias: text, ...createAssetShape }),
);

/** The asset ID is the hash of these bytes. In the X-chain's own codec type 1 is CreateAssetTx. */
const signedCreateAssetTx = struct<SignedCreateAssetTx>({
  typeID: u32,
  ...createAssetShape,
  credentialCount: u32,
});

type SignedCreateAssetTx = CreateAssetTx & {
  readonly typeID: number;
  readonly credentialCount: number;
};

const createAssetTypeID = 1;

function compareAllocations(a: Allocation, b: Allocation): number {
  if (a.initialAmount !== b.initialAmount) return a.initialAmount < b.initialAmount ? -1 : 1;
  return compareBytes(a.avaxAddress, b.avaxAddress);
}

function sortedOutputs(allocations: readonly Allocation[]): Output[] {
  return allocations
    .map(({ initialAmount, avaxAddress }) => unlockedOutput(initialAmount, avaxAddress))
    .map((value) => ({ value, bytes: encodeVersioned(output, value) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ value }) => value);
}
