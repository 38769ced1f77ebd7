import { sha256 } from "../crypto/hash.ts";
import { emptyId, type Id } from "../formats/bytes.ts";
import type { Upgrades } from "../networks/network.ts";
import type { Block } from "../pchain/blocks/block.ts";
import { childEpoch, warpVerificationHeight } from "../pchain/blocks/epoch.ts";
import {
  type Epoch,
  headerBytes,
  makeOuterBlock,
  type OuterContent,
  type ReceivedContainer,
} from "../pchain/blocks/proposervm.ts";
import type { ProposerTip } from "../store/proposer-tip.ts";
import { readOuterBlock } from "./container-id.ts";

/** A block's parent in proposervm. */
export type ProposerParent = Pick<
  ProposerTip,
  "id" | "timestamp" | "pChainHeight" | "isWrapped" | "epoch"
>;

/** The time and P-chain height of a proposal. */
export type Proposing = {
  /** The clock, in Unix seconds. */
  readonly now: bigint;
  /** The height that proposervm would use now. */
  readonly pChainHeight: bigint;
  readonly upgrades: Upgrades;
};

/** Signs the blocks that this node proposes. */
export type ProposerSigner = {
  /** The staking certificate in DER. */
  readonly certificate: Uint8Array;
  /** Returns the signature of a header's bytes. */
  readonly sign: (header: Uint8Array) => Uint8Array;
  /** Whether a block on this parent has a proposer; without validators, anyone may propose it unsigned. */
  readonly isProposer: (parent: ProposerParent) => boolean;
};

/** A block in its proposervm form. */
export type ProposedBlock = ProposerTip & { readonly bytes: Uint8Array };

/** A block without wrapping as a parent. `chainTime` is the chain time after it. */
export function unwrappedParent(id: Id, chainTime: bigint): ProposerParent {
  return { id, timestamp: chainTime, pChainHeight: 0n, isWrapped: false, epoch: undefined };
}

/**
 * Wraps a block like its proposer, signed if there is a signer. The first wrapped block has no signature. Blocks before Apricot phase 4 are not wrapped: the first wrapped
 * block is the child of a block whose time is in that phase, unless it is an option.
 * avalanchego vms/proposervm/{block,pre_fork_block}.go @ v1.15.0-fuji
 */
export function proposeBlock(
  block: Block,
  parent: ProposerParent,
  { now, pChainHeight, upgrades }: Proposing,
  signer?: ProposerSigner,
): ProposedBlock {
  const isOption = optionKinds.has(block.kind);
  const hasForked = parent.isWrapped || parent.timestamp >= upgrades.apricotPhase4;
  if (!hasForked || (isOption && !parent.isWrapped)) return unwrapped(block.id, block.bytes);
  if (isOption) {
    return wrapped({ kind: "Option", parentID: parent.id, block: block.bytes }, parent);
  }
  const { epoch, ...place } = placeAfter(parent, { now, pChainHeight, upgrades });
  const isSigned = signer !== undefined && parent.isWrapped && signer.isProposer(parent);
  const certificate = isSigned ? signer.certificate : empty;
  const proposal = { parentID: parent.id, ...place, certificate, block: block.bytes };
  const content: SignedContent =
    epoch === undefined
      ? { kind: "StatelessBlock", proposal, signature: empty }
      : { kind: "StatelessGraniteBlock", proposal, epoch, signature: empty };
  return wrapped(isSigned ? signed(content, signer) : content, parent);
}

type SignedContent = Exclude<OuterContent, { readonly kind: "Option" }>;

/** The ID leaves the signature out, which signs it. The P-chain's own ID is zero. */
function signed(content: SignedContent, { sign }: ProposerSigner): SignedContent {
  const { id } = makeOuterBlock(content);
  return { ...content, signature: sign(headerBytes(emptyId, content.proposal.parentID, id)) };
}

/** The P-chain height at which a child that is proposed now verifies its warp messages. */
export function warpHeightAfter(parent: ProposerParent, proposing: Proposing): bigint {
  const place = placeAfter(parent, proposing);
  return warpVerificationHeight(place, parent.pChainHeight, proposing.upgrades);
}

/**
 * The height at which a transaction verifies them before it is in a block; undefined outside of epochs, where it is the
 * minimum height. avalanchego vms/proposervm/vm.go (SetPreference) @ v1.15.0-fuji
 */
export function warpHeightOfIssued(parent: ProposerParent, upgrades: Upgrades): bigint | undefined {
  if (parent.epoch === undefined) return undefined;
  return childEpoch(parent, parent.timestamp, upgrades)?.pChainHeight;
}

/** Time, height and epoch of a child. The first wrapped block has no epoch, whatever its time. */
function placeAfter(parent: ProposerParent, { now, pChainHeight, upgrades }: Proposing) {
  const leastHeight = parent.isWrapped
    ? parent.pChainHeight
    : upgrades.apricotPhase4MinPChainHeight;
  const timestamp = max(now, parent.timestamp);
  return {
    timestamp,
    pChainHeight: max(pChainHeight, leastHeight),
    epoch: parent.isWrapped ? childEpoch(parent, timestamp, upgrades) : undefined,
  };
}

/** Reads a block from its container. */
export function readProposedBlock(container: Uint8Array, parent: ProposerParent): ProposedBlock {
  const outer = readOuterBlock(container);
  return outer === undefined
    ? unwrapped(sha256(container), container)
    : { ...viewOf(outer, parent), id: outer.id, bytes: container };
}

/** The same of a container that was read before, with the ID of the block in it. */
export function receivedBlock(
  { id, bytes, outer }: ReceivedContainer,
  innerID: Id,
  parent: ProposerParent,
): ProposedBlock {
  if (outer === undefined) return unwrapped(id, bytes);
  return { ...viewOf(outer, parent, innerID), id, bytes };
}

function unwrapped(id: Id, bytes: Uint8Array): ProposedBlock {
  const outside = { timestamp: 0n, pChainHeight: 0n, isWrapped: false, epoch: undefined };
  return { id, innerID: id, bytes, ...outside };
}

function wrapped(content: OuterContent, parent: ProposerParent): ProposedBlock {
  const { id, bytes } = makeOuterBlock(content);
  return { ...viewOf(content, parent), id, bytes };
}

/** An option has the time, height and epoch of its proposal. */
function viewOf(
  content: OuterContent,
  parent: ProposerParent,
  innerID = sha256(innerBlockOf(content)),
): Omit<ProposerTip, "id"> {
  const isOption = content.kind === "Option";
  const { timestamp, pChainHeight } = isOption ? parent : content.proposal;
  return { innerID, timestamp, pChainHeight, isWrapped: true, epoch: epochOf(content, parent) };
}

function innerBlockOf(content: OuterContent): Uint8Array {
  return content.kind === "Option" ? content.block : content.proposal.block;
}

function epochOf(content: OuterContent, parent: ProposerParent): Epoch | undefined {
  switch (content.kind) {
    case "Option":
      return parent.epoch;
    case "StatelessGraniteBlock":
      return content.epoch;
    case "StatelessBlock":
      return undefined;
  }
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
