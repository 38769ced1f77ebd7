import { sha256 } from "../crypto/hash.ts";
import type { Id } from "../formats/bytes.ts";
import type { Upgrades } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import { makeOuterBlock, type OuterContent } from "../pchain/blocks/proposervm.ts";
import type { ProposerTip } from "../store/proposer-tip.ts";
import { readOuterBlock } from "./container-id.ts";

/** A block's parent in proposervm. */
export type ProposerParent = Pick<ProposerTip, "id" | "timestamp" | "pChainHeight" | "isWrapped">;

/** The time and P-chain height of a proposal. */
export type Proposing = {
  /** The clock, in Unix seconds. */
  readonly now: bigint;
  /** The height that proposervm would use now. */
  readonly pChainHeight: bigint;
  readonly upgrades: Upgrades;
};

/** A block in its proposervm form. */
export type ProposedBlock = ProposerTip & { readonly bytes: Uint8Array };

/** A block without wrapping as a parent. `chainTime` is the chain time after it. */
export function unwrappedParent(id: Id, chainTime: bigint): ProposerParent {
  return { id, timestamp: chainTime, pChainHeight: 0n, isWrapped: false };
}

/**
 * Wraps a block like its proposer, without a signature. Blocks before Apricot phase 4 are not wrapped: the first wrapped
 * block is the child of a block whose time is in that phase, unless it is an option.
 * avalanchego vms/proposervm/{block,pre_fork_block}.go @ v1.12.1
 */
export function proposeBlock(
  block: Block,
  parent: ProposerParent,
  { now, pChainHeight, upgrades }: Proposing,
): ProposedBlock {
  const isOption = optionKinds.has(block.kind);
  const hasForked = parent.isWrapped || parent.timestamp >= upgrades.apricotPhase4;
  if (!hasForked || (isOption && !parent.isWrapped)) return unwrapped(block.id, block.bytes);
  if (isOption) {
    return wrapped({ kind: "Option", parentID: parent.id, block: block.bytes }, parent);
  }
  const leastHeight = parent.isWrapped
    ? parent.pChainHeight
    : upgrades.apricotPhase4MinPChainHeight;
  const proposal = {
    parentID: parent.id,
    timestamp: max(now, parent.timestamp),
    pChainHeight: max(pChainHeight, leastHeight),
    certificate: empty,
    block: block.bytes,
  };
  return wrapped({ kind: "StatelessBlock", proposal, signature: empty }, parent);
}

/** Reads a block from its container. */
export function readProposedBlock(container: Uint8Array, parent: ProposerParent): ProposedBlock {
  const outer = readOuterBlock(container);
  return outer === undefined
    ? unwrapped(sha256(container), container)
    : { ...viewOf(outer, parent), id: outer.id, bytes: container };
}

function unwrapped(id: Id, bytes: Uint8Array): ProposedBlock {
  return { id, innerID: id, bytes, timestamp: 0n, pChainHeight: 0n, isWrapped: false };
}

function wrapped(content: OuterContent, parent: ProposerParent): ProposedBlock {
  const { id, bytes } = makeOuterBlock(content);
  return { ...viewOf(content, parent), id, bytes };
}

/** An option has the time and height of its proposal. */
function viewOf(
  content: OuterContent,
  parent: ProposerParent,
): Pick<ProposerTip, "innerID" | "timestamp" | "pChainHeight" | "isWrapped"> {
  const isOption = content.kind === "Option";
  const { timestamp, pChainHeight } = isOption ? parent : content.proposal;
  const innerID = sha256(isOption ? content.block : content.proposal.block);
  return { innerID, timestamp, pChainHeight, isWrapped: true };
}

const empty = new Uint8Array(0);

const optionKinds: ReadonlySet<Block["kind"]> = new Set([
  "ApricotAbortBlock",
  "ApricotCommitBlock",
  "BanffAbortBlock",
  "BanffCommitBlock",
]);

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
