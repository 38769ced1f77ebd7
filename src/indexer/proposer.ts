import { sha256 } from "../crypto/hash.ts";
import type { Id } from "../formats/bytes.ts";
import type { Upgrades } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import { makeOuterBlock, type OuterContent } from "../pchain/blocks/proposervm.ts";
import type { ProposerTip } from "../store/proposer-tip.ts";
import { readOuterBlock } from "./container-id.ts";

/** A block's parent as the proposer layer knows it. */
export type ProposerParent = Pick<ProposerTip, "id" | "timestamp" | "pChainHeight" | "isWrapped">;

/** When and on which view of the validators a block is proposed. */
export type Proposing = {
  /** Unix seconds of the clock. */
  readonly now: bigint;
  /** The height that the proposer layer would use now. */
  readonly pChainHeight: bigint;
  readonly upgrades: Upgrades;
};

/** A block as consensus knows it. */
export type ProposedBlock = ProposerTip & { readonly bytes: Uint8Array };

/** What a block that has no wrapping is to its child. `chainTime` is the chain's time after it. */
export function unwrappedParent(id: Id, chainTime: bigint): ProposerParent {
  return { id, timestamp: chainTime, pChainHeight: 0n, isWrapped: false };
}

/**
 * Wraps a block as its proposer would, without a signature. Blocks before Apricot phase 4 have no
 * wrapping: the first one that has is the child of a block whose time is in that phase, unless it is
 * the option of a proposal. avalanchego vms/proposervm/{block,pre_fork_block}.go @ v1.12.1
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

/** A block as its container has it. */
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
