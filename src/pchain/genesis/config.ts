import { parseAddress } from "../../formats/address.ts";
import type { NodeId, ShortId } from "../../formats/bytes.ts";
import { expectLength } from "../../formats/cb58.ts";
import { FormatError } from "../../formats/format-error.ts";
import { parseGoJson, UnmarshalError } from "../../formats/go-json.ts";
import { GoObject } from "../../formats/go-object.ts";
import { parseHex, parseHexDigits } from "../../formats/hex.ts";
import { parseNodeId } from "../../formats/node-id.ts";
import type { ProofOfPossession } from "../components/signer.ts";
import { GenesisError } from "./genesis-error.ts";

/** The genesis configuration of a network. Amounts in nAVAX, times in Unix seconds, durations in seconds. */
export type GenesisConfig = {
  readonly networkID: number;
  readonly allocations: readonly Allocation[];
  readonly startTime: bigint;
  readonly initialStakeDuration: bigint;
  /** Each staker ends this much earlier than the previous one. */
  readonly initialStakeDurationOffset: bigint;
  /** The addresses whose allocations the initial stakers stake. */
  readonly initialStakedFunds: readonly ShortId[];
  readonly initialStakers: readonly InitialStaker[];
  readonly cChainGenesis: string;
  readonly message: string;
};

/** `initialAmount` exists on the X-chain, the unlock schedule on the P-chain. */
export type Allocation = {
  readonly ethAddress: ShortId;
  readonly avaxAddress: ShortId;
  readonly initialAmount: bigint;
  readonly unlockSchedule: readonly LockedAmount[];
};

export type LockedAmount = { readonly amount: bigint; readonly locktime: bigint };

export type InitialStaker = {
  readonly nodeID: NodeId;
  readonly rewardAddress: ShortId;
  readonly delegationFeeShares: number;
  readonly signer: ProofOfPossession | undefined;
};

/**
 * A genesis file, read as Go reads it. A missing member is zero, empty or absent; of addresses only the bytes count. Throws
 * GenesisError. avalanchego genesis/config.go, genesis/unparsed_config.go @ v1.12.1
 */
export function parseGenesisConfig(json: Uint8Array): GenesisConfig {
  try {
    return configOf(new GoObject([parseGoJson(json)], "genesis"));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const failed =
      error instanceof UnmarshalError
        ? "could not unmarshal genesis JSON"
        : "unable to parse config";
    throw new GenesisError(`${failed}: ${error.message}`, { cause: error });
  }
}

function configOf(config: GoObject): GenesisConfig {
  return {
    networkID: config.uint32("networkID"),
    allocations: config.objects("allocations").map(allocationOf),
    startTime: config.uint64("startTime"),
    initialStakeDuration: config.uint64("initialStakeDuration"),
    initialStakeDurationOffset: config.uint64("initialStakeDurationOffset"),
    initialStakedFunds: config.texts("initialStakedFunds").map(addressOf),
    initialStakers: config.objects("initialStakers").map(stakerOf),
    cChainGenesis: config.text("cChainGenesis"),
    message: config.text("message"),
  };
}

function allocationOf(allocation: GoObject): Allocation {
  return {
    ethAddress: ethAddressOf(allocation.text("ethAddr")),
    avaxAddress: addressOf(allocation.text("avaxAddr")),
    initialAmount: allocation.uint64("initialAmount"),
    unlockSchedule: allocation.objects("unlockSchedule").map((entry) => ({
      amount: entry.uint64("amount"),
      locktime: entry.uint64("locktime"),
    })),
  };
}

function stakerOf(staker: GoObject): InitialStaker {
  return {
    nodeID: staker.parsed("nodeID", parseNodeId) ?? new Uint8Array(20),
    rewardAddress: addressOf(staker.text("rewardAddress")),
    delegationFeeShares: staker.uint32("delegationFee"),
    signer: staker.pointer("signer", (value, path) => signerOf(new GoObject([value], path))),
  };
}

function signerOf(signer: GoObject): ProofOfPossession {
  return {
    publicKey: expectLength(hexOf(signer.text("publicKey")), 48),
    proofOfPossession: fitted(hexOf(signer.text("proofOfPossession")), 96),
  };
}

const hexOf = (text: string): Uint8Array => (text === "" ? new Uint8Array() : parseHex(text));

/** Go copies as many bytes as both have, whatever the length. */
function fitted(bytes: Uint8Array, length: number): Uint8Array {
  const all = new Uint8Array(length);
  all.set(bytes.subarray(0, length));
  return all;
}

function addressOf(text: string): ShortId {
  return parseAddress(text).address;
}

function ethAddressOf(text: string): ShortId {
  if (text.length < 2) throw new FormatError("invalid eth address");
  return expectLength(parseHexDigits(text.slice(2)), 20);
}
