import { equalBytes } from "../../formats/bytes.ts";
import { formatHex } from "../../formats/hex.ts";
import type { Operation } from "../../generated/mesh/types.ts";
import { addressTexts } from "../../handlers/views/owners.ts";
import type { Owner } from "../../pchain/components/owners.ts";
import type { Signer } from "../../pchain/components/signer.ts";
import type { Tx } from "../../pchain/txs/tx.ts";
import type { UnsignedTx } from "../../pchain/txs/unsigned-tx.ts";
import type { Validator } from "../../pchain/txs/validator.ts";
import { MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";
import { buildTx } from "./build-tx.ts";
import type { Members } from "./staking-metadata.ts";

/**
 * The metadata with which the operations of a transaction build it. Throws MeshError unless they do, because they would not
 * show all of it.
 */
export function builtMetadata(
  { unsigned, unsignedBytes }: Tx,
  operations: readonly Operation[],
  context: MeshContext,
): Members {
  const metadata = metadataOf(unsigned, context);
  const rebuilt = bytesOf(operations, metadata, context);
  if (equalBytes(rebuilt, unsignedBytes)) return metadata;
  throw unlike("its operations build another one");
}

function bytesOf(operations: readonly Operation[], metadata: Members, context: MeshContext) {
  try {
    return buildTx(operations, metadata, context).tx.unsignedBytes;
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    throw unlike(error.message);
  }
}

function unlike(reason: string): MeshError {
  return new MeshError("bytesInvalid", `transaction: expected one of operations: ${reason}`);
}

function metadataOf(unsigned: UnsignedTx, context: MeshContext): Members {
  const { blockchains } = context;
  switch (unsigned.kind) {
    case "ExportTx":
      return { destination_chain: blockchains.primaryAlias(unsigned.destinationChain) };
    case "ImportTx":
      return { source_chain: blockchains.primaryAlias(unsigned.sourceChain) };
    case "AddPermissionlessDelegatorTx":
      return { ...stakerMembers(unsigned.validator, unsigned.rewardsOwner, context) };
    case "AddPermissionlessValidatorTx":
      return {
        ...stakerMembers(unsigned.validator, unsigned.validationRewardsOwner, context),
        delegator_reward_addresses: addressTexts(
          unsigned.delegationRewardsOwner.addresses,
          context.chain,
        ),
        shares: unsigned.shares,
        ...signerMembers(unsigned.signer),
      };
    default:
      return {};
  }
}

function stakerMembers(
  { nodeID, start, end }: Validator,
  { addresses, threshold, locktime }: Owner,
  { chain, views }: MeshContext,
): Members {
  return {
    node_id: views.nodeID(nodeID),
    start: Number(start),
    end: Number(end),
    reward_addresses: addressTexts(addresses, chain),
    threshold,
    locktime: Number(locktime),
  };
}

function signerMembers(signer: Signer): Members {
  if (signer.kind === "Empty") return {};
  const { publicKey, proofOfPossession } = signer;
  return {
    bls_public_key: formatHex(publicKey),
    bls_proof_of_possession: formatHex(proofOfPossession),
  };
}
