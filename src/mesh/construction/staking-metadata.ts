import { compareBytes, type ShortId } from "../../formats/bytes.ts";
import { FormatError } from "../../formats/format-error.ts";
import { parseHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { parseNodeId } from "../../formats/node-id.ts";
import { describeValue } from "../../generated/issue.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { TransferableOutput } from "../../pchain/components/outputs.ts";
import type { Owner } from "../../pchain/components/owners.ts";
import type { Signer } from "../../pchain/components/signer.ts";
import type { UnsignedTxOf } from "../../pchain/txs/unsigned-tx.ts";
import { chainAddress } from "../account.ts";
import type { MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";
import { invalidOperations, parsed } from "./operation-part.ts";

export type Members = Readonly<Record<string, unknown>>;

type DelegatorMembers = Omit<UnsignedTxOf<"AddPermissionlessDelegatorTx">, "kind" | "baseTx">;
type ValidatorMembers = Omit<UnsignedTxOf<"AddPermissionlessValidatorTx">, "kind" | "baseTx">;

/** A delegation, from metadata under avalanche-rosetta's names. Throws MeshError, which names the member. */
export function delegatorOf(
  metadata: Members,
  stake: readonly TransferableOutput[],
  context: MeshContext,
): DelegatorMembers {
  return {
    validator: validatorOf(metadata, stake),
    subnetID: subnetOf(metadata),
    stake,
    rewardsOwner: ownerOf("reward_addresses", metadata, context),
  };
}

/** A validator of the primary network, from metadata under avalanche-rosetta's names. Throws MeshError, which names the member. */
export function permissionlessValidatorOf(
  metadata: Members,
  stake: readonly TransferableOutput[],
  context: MeshContext,
): ValidatorMembers {
  const validationRewardsOwner = ownerOf("reward_addresses", metadata, context);
  return {
    validator: validatorOf(metadata, stake),
    subnetID: subnetOf(metadata),
    signer: signerOf(metadata),
    stake,
    validationRewardsOwner,
    delegationRewardsOwner:
      (metadata["delegator_reward_addresses"] ?? undefined) === undefined
        ? validationRewardsOwner
        : ownerOf("delegator_reward_addresses", metadata, context),
    shares: Number(integerOf("shares", metadata, { max: 1_000_000n })),
  };
}

/** Other subnets stake assets of their own, which operations do not have. */
function subnetOf({ subnet }: Members) {
  const text = subnet ?? "";
  if (text === "" || text === formatId(primaryNetworkID)) return primaryNetworkID;
  throw invalidMember("subnet", "the primary network", describeValue(subnet));
}

function validatorOf(metadata: Members, stake: readonly TransferableOutput[]) {
  const weight = stake.reduce((sum, { output }) => {
    return sum + (output.kind === "LockOut" ? output.output.amount : output.amount);
  }, 0n);
  const start = integerOf("start", { start: 0, ...metadata });
  const end = integerOf("end", metadata);
  return { nodeID: nodeIDOf(metadata), start, end, weight };
}

function nodeIDOf({ node_id: text }: Members) {
  return parsed("metadata.node_id", "a node ID", () => parseNodeId(textOf(text)));
}

function signerOf(metadata: Members): Signer {
  const bytes = (member: string, length: number) => {
    const found = parsed(`metadata.${member}`, "0x and hex digits", () =>
      parseHex(textOf(metadata[member])),
    );
    if (found.length === length) return found;
    throw invalidMember(member, `${length} bytes`, `${found.length}`);
  };
  return {
    kind: "ProofOfPossession",
    publicKey: bytes("bls_public_key", 48),
    proofOfPossession: bytes("bls_proof_of_possession", 96),
  };
}

function integerOf(
  member: string,
  metadata: Members,
  { min = 0n, max = BigInt(Number.MAX_SAFE_INTEGER) } = {},
): bigint {
  const value = metadata[member];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max) {
    return BigInt(value);
  }
  throw invalidMember(member, `a whole number from ${min} to ${max}`, describeValue(value));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new FormatError(`got ${describeValue(value)}`);
}

/** Any one of the addresses, unless `threshold` asks for more. */
function ownerOf(member: string, metadata: Members, context: MeshContext): Owner {
  const texts = metadata[member];
  if (!Array.isArray(texts) || texts.length === 0) {
    throw invalidMember(member, "at least one address", JSON.stringify(texts ?? null));
  }
  const addresses: ShortId[] = texts.map((text) =>
    parsed(`metadata.${member}`, "addresses of this network", () =>
      chainAddress(String(text), context),
    ),
  );
  addresses.sort(compareBytes);
  const bounds = { min: 1n, max: BigInt(addresses.length) };
  const threshold = Number(integerOf("threshold", { threshold: 1, ...metadata }, bounds));
  const locktime = integerOf("locktime", { locktime: 0, ...metadata });
  return { kind: "OutputOwners", locktime, threshold, addresses };
}

function invalidMember(member: string, expected: string, got: string): MeshError {
  return invalidOperations(`metadata.${member}: expected ${expected}: ${got}`);
}
