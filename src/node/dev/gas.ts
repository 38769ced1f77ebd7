import type { DynamicFeeParameters } from "../../networks/network.ts";
import type { ChainConfig } from "../node-config.ts";

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
export function gasOfChain(
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
