import { sha256 } from "../src/crypto/hash.ts";
import { formatAddress } from "../src/formats/address.ts";
import { formatNodeId } from "../src/formats/node-id.ts";
import local from "../src/networks/genesis/local.json" with { type: "json" };

/** A network with heavy answers: many validators, and eight UTXOs for each of many addresses. */
export type HeavyGenesis = { readonly json: string; readonly addresses: readonly string[] };

const networkID = 1337;
const yearSeconds = 31_536_000;

/** The same network as the one that AvalancheGo was measured with; `startTime` is in Unix seconds. */
export function heavyGenesis(
  validatorCount: number,
  utxoCount: number,
  startTime: number,
  /** Additional UTXOs of one owner on the P-chain. */
  payer?: { readonly address: string; readonly amounts: readonly number[] },
): HeavyGenesis {
  const staked = address("staked");
  const allocation = (avaxAddr: string, amount: number, locktime = 0) => ({
    ethAddr: `0x${"00".repeat(20)}`,
    avaxAddr,
    initialAmount: 0,
    unlockSchedule: [{ amount, locktime }],
  });
  const owners = Array.from({ length: Math.ceil(utxoCount / 8) }, (_, i) => shortID(`a${i}`));
  const json = JSON.stringify({
    networkID,
    allocations: [
      {
        ...allocation(address("rich"), 20_000_000_000_000_000),
        initialAmount: 30_000_000_000_000_000,
      },
      allocation(staked, 2_000_000_000_000 * validatorCount, startTime + 31_000_000),
      ...Array.from({ length: utxoCount }, (_, i) =>
        allocation(formatAddress("X", "custom", owners[i >> 3]!), 1_000_000_000 + i),
      ),
      ...(payer === undefined
        ? []
        : [
            {
              ...allocation(payer.address, 0),
              unlockSchedule: payer.amounts.map((amount) => ({ amount, locktime: 0 })),
            },
          ]),
    ],
    startTime,
    initialStakeDuration: yearSeconds,
    initialStakeDurationOffset: 10,
    initialStakedFunds: [staked],
    initialStakers: Array.from({ length: validatorCount }, (_, i) => ({
      nodeID: formatNodeId(shortID(`n${i}`)),
      rewardAddress: address(`a${i}`),
      delegationFee: 20_000,
    })),
    cChainGenesis: local.cChainGenesis,
    message: "heavy",
  });
  return { json, addresses: owners.map((owner) => formatAddress("P", "custom", owner)) };
}

function address(seed: string): string {
  return formatAddress("X", "custom", shortID(seed));
}

function shortID(seed: string): Uint8Array {
  return sha256(new TextEncoder().encode(seed)).subarray(0, 20);
}
