import { emptyId, type Id, keyOf } from "../../formats/bytes.ts";
import {
  avmID,
  evmID,
  nftFxID,
  primaryNetworkID,
  propertyFxID,
  secp256k1FxID,
} from "../../networks/chains.ts";
import { makeTx, type Tx } from "../txs/tx.ts";
import type { GenesisConfig } from "./config.ts";
import { encodeGenesis, type Genesis, type GenesisUtxo, genesisIDOf } from "./genesis.ts";
import { genesisBaseTx, lockedOutput } from "./outputs.ts";
import { initialSupply } from "./validate.ts";
import { buildValidators } from "./validators.ts";
import { buildXChainGenesis } from "./x-chain.ts";

export type BuiltGenesis = {
  readonly genesis: Genesis;
  readonly bytes: Uint8Array;
  /** sha256 of the bytes. */
  readonly id: Id;
  readonly avaxAssetID: Id;
};

/**
 * The genesis that a configuration describes. Throws GenesisError.
 * avalanchego genesis/genesis.go FromConfig, vms/platformvm/api/static_service.go @ v1.12.1
 */
export function buildGenesis(config: GenesisConfig): BuiltGenesis {
  const xChain = buildXChainGenesis(config);
  const { avaxAssetID } = xChain;
  const genesis: Genesis = {
    utxos: buildUtxos(config, avaxAssetID),
    validators: buildValidators(config, avaxAssetID),
    chains: buildChains(config, xChain.bytes),
    timestamp: config.startTime,
    initialSupply: initialSupply(config),
    message: config.message,
  };
  const bytes = encodeGenesis(genesis);
  return { genesis, bytes, id: genesisIDOf(bytes), avaxAssetID };
}

/** In the order of the file, of all that is not staked; each holds the owner's Ethereum address. */
function buildUtxos(config: GenesisConfig, assetID: Id): GenesisUtxo[] {
  const staked = new Set(config.initialStakedFunds.map(keyOf));
  return config.allocations
    .filter(({ avaxAddress }) => !staked.has(keyOf(avaxAddress)))
    .flatMap(({ avaxAddress, ethAddress, unlockSchedule }) =>
      unlockSchedule
        .filter(({ amount }) => amount > 0n)
        .map(({ amount, locktime }) => ({
          message: ethAddress,
          output: lockedOutput(amount, avaxAddress, locktime, config.startTime),
        })),
    )
    .map(({ message, output }, outputIndex) => ({
      utxo: { txID: emptyId, outputIndex, assetID, output },
      message,
    }));
}

function buildChains(config: GenesisConfig, xChainGenesis: Uint8Array): Tx[] {
  const chain = (chainName: string, vmID: Id, fxIDs: readonly Id[], genesisData: Uint8Array) =>
    makeTx(
      {
        kind: "CreateChainTx",
        baseTx: genesisBaseTx(config.networkID),
        subnetID: primaryNetworkID,
        chainName,
        vmID,
        fxIDs,
        genesisData,
        subnetAuthorization: { kind: "Input", signatureIndices: [] },
      },
      [],
    );
  const cChainGenesis = new TextEncoder().encode(config.cChainGenesis);
  return [
    chain("X-Chain", avmID, [secp256k1FxID, nftFxID, propertyFxID], xChainGenesis),
    chain("C-Chain", evmID, [], cChainGenesis),
  ];
}
