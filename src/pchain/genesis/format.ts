import { formatAddress } from "../../formats/address.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatJson } from "../../formats/json.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Allocation, GenesisConfig, InitialStaker } from "./config.ts";

/** The genesis file of a configuration: `parseGenesisConfig` returns the same. avalanchego genesis/unparsed_config.go @ v1.12.1 */
export function formatGenesisConfig(config: GenesisConfig, hrp: string): string {
  const address = (bytes: Uint8Array) => formatAddress("X", hrp, bytes);
  return formatJson({
    networkID: config.networkID,
    allocations: config.allocations.map((allocation) => allocationText(allocation, address)),
    startTime: config.startTime,
    initialStakeDuration: config.initialStakeDuration,
    initialStakeDurationOffset: config.initialStakeDurationOffset,
    initialStakedFunds: config.initialStakedFunds.map(address),
    initialStakers: config.initialStakers.map((staker) => stakerText(staker, address)),
    cChainGenesis: config.cChainGenesis,
    message: config.message,
  });
}

type AddressText = (bytes: Uint8Array) => string;

function allocationText(allocation: Allocation, address: AddressText) {
  return {
    ethAddr: formatHex(allocation.ethAddress),
    avaxAddr: address(allocation.avaxAddress),
    initialAmount: allocation.initialAmount,
    unlockSchedule: allocation.unlockSchedule,
  };
}

function stakerText(
  { nodeID, rewardAddress, delegationFeeShares, signer }: InitialStaker,
  address: AddressText,
) {
  return {
    nodeID: formatNodeId(nodeID),
    rewardAddress: address(rewardAddress),
    delegationFee: delegationFeeShares,
    ...(signer && {
      signer: {
        publicKey: formatHex(signer.publicKey),
        proofOfPossession: formatHex(signer.proofOfPossession),
      },
    }),
  };
}
