import { publicKeyFault } from "../../crypto/bls.ts";
import { formatAddress } from "../../formats/address.ts";
import { type BytesKey, keyOf, type ShortId } from "../../formats/bytes.ts";
import { formatGoTime } from "../../formats/go-time.ts";
import type { Network } from "../../networks/network.ts";
import { maxUint64 } from "../uint64.ts";
import type { GenesisConfig } from "./config.ts";
import { GenesisError } from "./genesis-error.ts";

/**
 * Throws GenesisError if a custom genesis cannot begin the network. Public keys are looked at, their proofs
 * are taken on trust, as in AvalancheGo. avalanchego genesis/genesis.go validateConfig @ v1.12.1
 */
export function validateGenesisConfig(
  config: GenesisConfig,
  network: Network,
  nowSeconds: bigint,
): void {
  if (config.networkID !== network.id) {
    throw new GenesisError(
      `conflicting networkIDs: expected ${network.id} but config contains ${config.networkID}`,
    );
  }
  if (initialSupply(config) === 0n) throw new GenesisError("initial supply must be > 0");
  if (config.startTime > nowSeconds) {
    const startTime = formatGoTime(config.startTime);
    throw new GenesisError(`startTime cannot be in the future: ${startTime}`);
  }
  checkStakers(config, network.staking.maxStakeDurationSeconds);
  checkStakedFunds(config, network.hrp);
  if (config.cChainGenesis === "") throw new GenesisError("C-Chain genesis cannot be empty");
}

/** The initial supply of AVAX in nAVAX. Throws GenesisError if it exceeds 64 bits. */
export function initialSupply(config: GenesisConfig): bigint {
  let supply = 0n;
  for (const { initialAmount, unlockSchedule } of config.allocations) {
    supply += initialAmount;
    for (const { amount } of unlockSchedule) supply += amount;
  }
  if (supply > maxUint64) throw new GenesisError("unable to calculate initial supply: overflow");
  return supply;
}

function checkStakers(config: GenesisConfig, maxDurationSeconds: bigint): void {
  const { initialStakeDuration, initialStakeDurationOffset, initialStakers } = config;
  if (initialStakeDuration === 0n) {
    throw new GenesisError("initial stake duration must be > 0");
  }
  if (initialStakeDuration > maxDurationSeconds) {
    throw new GenesisError("initial stake duration larger than maximum configured");
  }
  if (initialStakers.length === 0) throw new GenesisError("initial stakers must be > 0");
  for (const { signer } of initialStakers) {
    const fault = signer && publicKeyFault(signer.publicKey);
    if (fault !== undefined) throw new GenesisError(fault);
  }
  const required = initialStakeDurationOffset * BigInt(initialStakers.length - 1);
  if (required > initialStakeDuration) {
    throw new GenesisError(`initial stake duration is too low must be at least ${required}`);
  }
}

function checkStakedFunds({ allocations, initialStakedFunds }: GenesisConfig, hrp: string): void {
  const failed = (reason: string) =>
    new GenesisError(`initial staked funds validation failed: ${reason}`);
  if (initialStakedFunds.length === 0) throw failed("initial staked funds cannot be empty");
  const allocated = new Set(allocations.map(({ avaxAddress }) => keyOf(avaxAddress)));
  const seen = new Set<BytesKey>();
  const shown = (address: ShortId) => formatAddress("X", hrp, address);
  for (const address of initialStakedFunds) {
    const key = keyOf(address);
    if (seen.has(key)) {
      throw failed(`duplicate initially staked address: ${shown(address)}`);
    }
    seen.add(key);
    if (!allocated.has(key)) {
      throw failed(`no allocation to stake in address ${shown(address)}`);
    }
  }
}
