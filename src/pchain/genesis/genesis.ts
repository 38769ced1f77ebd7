import { sha256 } from "../../crypto/hash.ts";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { avmID, evmID } from "../../networks/chains.ts";
import { type Block, makeBlock } from "../blocks/block.ts";
import { bytes, u64 } from "../codec/primitives.ts";
import { inline, slice, struct } from "../codec/struct.ts";
import { text } from "../codec/text.ts";
import { decodeVersioned, encodeVersioned } from "../codec/versioned.ts";
import { type Utxo, utxo } from "../components/utxo.ts";
import { embeddedTx, type Tx } from "../txs/tx.ts";
import { txCodecTypes } from "../txs/unsigned-tx.ts";
import { GenesisError } from "./genesis-error.ts";

/** The P-chain's genesis. avalanchego vms/platformvm/genesis/genesis.go @ v1.12.1 */
export type Genesis = {
  readonly utxos: readonly GenesisUtxo[];
  /** AddValidatorTx or AddPermissionlessValidatorTx, unsigned. */
  readonly validators: readonly Tx[];
  /** CreateChainTx, unsigned. */
  readonly chains: readonly Tx[];
  /** Unix seconds. */
  readonly timestamp: bigint;
  readonly initialSupply: bigint;
  readonly message: string;
};

export type GenesisUtxo = { readonly utxo: Utxo; readonly message: Uint8Array };

const genesisCodec = struct<Genesis>({
  utxos: slice(struct<GenesisUtxo>({ utxo: inline(utxo), message: bytes })),
  validators: slice(embeddedTx),
  chains: slice(embeddedTx),
  timestamp: u64,
  initialSupply: u64,
  message: text,
});

export function encodeGenesis(genesis: Genesis): Uint8Array {
  return encodeVersioned(genesisCodec, genesis);
}

/** Throws CodecError. */
export function parseGenesis(genesisBytes: Uint8Array): Genesis {
  return decodeVersioned(genesisCodec, genesisBytes, {
    bytesMax: 0x7fff_ffff,
    types: txCodecTypes,
  });
}

/** The ID of a genesis: the parent ID of the genesis block. */
export function genesisIDOf(genesisBytes: Uint8Array): Id {
  return sha256(genesisBytes);
}

/** The block at height 0. avalanchego vms/platformvm/state/state.go init @ v1.12.1 */
export function genesisBlock(genesisID: Id): Block {
  return makeBlock({ kind: "ApricotCommitBlock", parentID: genesisID, height: 0n });
}

/** The IDs of the chains that the genesis creates: those of their transactions. */
export function genesisChainIDs(genesis: Genesis): { xChainID: Id; cChainID: Id } {
  return { xChainID: chainWithVm(genesis, avmID), cChainID: chainWithVm(genesis, evmID) };
}

function chainWithVm({ chains }: Genesis, vmID: Id): Id {
  const chain = chains.find(
    ({ unsigned }) => unsigned.kind === "CreateChainTx" && equalBytes(unsigned.vmID, vmID),
  );
  if (chain !== undefined) return chain.id;
  throw new GenesisError(`couldn't find blockchain with VM ID ${formatId(vmID)}`);
}
