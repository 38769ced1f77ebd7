import type { DynamicFeeParameters } from "../../networks/network.ts";
import type { OpenChain } from "../chain/open-chain.ts";
import { areBlocksRecorded } from "../chain/recorded-blocks.ts";
import type { ChainConfig, NodeConfig } from "../node-config.ts";

/** The gas of a chain: AvalancheGo's, or so much per second that a developer never waits for it. */
export type Gas = {
  readonly fees: DynamicFeeParameters;
  /**
   * Whether the chain behaves as AvalancheGo where gas is scarce: the API returns the fee state of the last block, and a
   * transaction that was rejected without gas stays rejected.
   */
  readonly asNetwork: boolean;
};

/** JavaScript clients read these as numbers, which are exact below 2^53. */
const plentiful = 10n ** 15n;
const conversionConstantMax = 2n ** 53n - 1n;

/** Recorded blocks were made with the network's gas. */
function gasOfChain(
  network: DynamicFeeParameters,
  gasLimit: ChainConfig["gasLimit"],
  isRecorded: boolean,
): Gas {
  const limit = gasLimit ?? (isRecorded ? "network" : plentiful);
  if (limit === "network") return { fees: network, asNetwork: true };
  const fees = {
    ...network,
    maxCapacity: limit,
    maxPerSecond: limit,
    targetPerSecond: limit,
    // The price rises with e^(excess / constant): it stays at the minimum.
    excessConversionConstant: conversionConstantMax,
  };
  return { fees, asNetwork: false };
}

/** A chain with the gas that the configuration asks for. */
export function withGas(
  opened: OpenChain,
  { chain }: Pick<NodeConfig, "chain">,
): { readonly opened: OpenChain; readonly gasAsNetwork: boolean } {
  const { network } = opened.context;
  const isRecorded = areBlocksRecorded(opened.store.metadata);
  const gas = gasOfChain(network.dynamicFees, chain.gasLimit, isRecorded);
  const context = { ...opened.context, network: { ...network, dynamicFees: gas.fees } };
  const genesis = async () => ({ ...(await opened.genesis()), context });
  return { opened: { ...opened, context, genesis }, gasAsNetwork: gas.asNetwork };
}
