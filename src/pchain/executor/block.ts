import type { BytesKey, Id } from "../../formats/bytes.ts";
import { formatGoTime } from "../../formats/go-time.ts";
import { formatId } from "../../formats/id.ts";
import type { Network } from "../../networks/network.ts";
import type { Block } from "../blocks/block.ts";
import { type FeeCalculator, pickFeeCalculator, staticFeeCalculator } from "../fees/calculator.ts";
import { complexityOf, gasOf, sum } from "../fees/complexity.ts";
import { consumeGas } from "../fees/gas.ts";
import { Rejection, within } from "../rejection.ts";
import { Diff } from "../state/diff.ts";
import type { Readdition } from "../state/staker-diff.ts";
import type { MutableState, State } from "../state/state.ts";
import type { Tx } from "../txs/tx.ts";
import type { AtomicRequest, AtomicRequests, ExecutionContext } from "./context.ts";
import { executeProposalTx } from "./proposal-tx.ts";
import { executeStandardTx } from "./standard-tx.ts";
import { advanceTimeTo, deactivateLowBalanceL1Validators, verifyNewChainTime } from "./time.ts";

/** An executed block: the state after it, or the two outcomes of a proposal. */
export type ExecutedBlock = ExecutedDecision | ExecutedProposal;

export type ExecutedDecision = {
  readonly kind: "decision";
  readonly block: Block;
  readonly state: Diff;
  readonly atomicRequests: AtomicRequests;
  readonly importedInputs: ReadonlySet<BytesKey>;
};

export type ExecutedProposal = {
  readonly kind: "proposal";
  readonly block: Block;
  /** The changes that both outcomes share; undefined before Banff, when there are none. */
  readonly decisions: Diff | undefined;
  readonly commit: Diff;
  readonly abort: Diff;
  /** Chain time while the outcome is undecided. */
  readonly timestamp: bigint;
  readonly atomicRequests: AtomicRequests;
  readonly importedInputs: ReadonlySet<BytesKey>;
};

/** The parent of a block. */
export type Parent = {
  readonly height: bigint;
  /** The state after the parent; undefined for a proposal whose option is not accepted yet. */
  readonly state: State | undefined;
  readonly proposal: ExecutedProposal | undefined;
  /** Imports of ancestors that are not accepted yet. */
  readonly importedInputs?: ReadonlySet<BytesKey>;
};

/** A block was rejected because of one of its transactions. */
export class TxRejection extends Rejection {
  readonly tx: Tx;

  constructor(message: string, tx: Tx) {
    super(message);
    this.tx = tx;
  }
}

/**
 * Executes a block on its parent: a pure function of state, block, parameters and time. Throws a Rejection
 * with AvalancheGo's text. avalanchego vms/platformvm/block/executor/verifier.go @ v1.12.1
 */
export function executeBlock(
  block: Block,
  parent: Parent,
  context: ExecutionContext,
): ExecutedBlock {
  switch (block.kind) {
    case "BanffStandardBlock":
    case "BanffProposalBlock":
      verifyHeight(block, parent);
      return executeBanffBlock(block, stateOf(parent, block.parentID), parent, context);
    case "BanffCommitBlock":
    case "BanffAbortBlock":
      verifyHeight(block, parent);
      verifyOptionTime(block.time, timestampOf(parent, block.parentID));
      return executeOption(block, parent);
    case "ApricotCommitBlock":
    case "ApricotAbortBlock":
      verifyApricot(block, parent, context);
      return executeOption(block, parent);
    case "ApricotProposalBlock":
      verifyApricot(block, parent, context);
      return executeApricotProposal(block, stateOf(parent, block.parentID), context);
    case "ApricotStandardBlock":
      verifyApricot(block, parent, context);
      return executeApricotStandard(block, stateOf(parent, block.parentID), parent, context);
    case "ApricotAtomicBlock":
      verifyHeight(block, parent);
      return executeAtomic(block, stateOf(parent, block.parentID), parent, context);
  }
}

/** Since Helicon, a validator that was deleted in a block may be added again in it. */
export function readditionAt(
  time: bigint,
  { upgrades, release }: Pick<Network, "upgrades" | "release">,
): Readdition {
  return time >= upgrades.helicon ? "allowed" : { rejection: release.texts.addedAfterDeletion };
}

type BlockOf<K extends Block["kind"]> = Extract<Block, { readonly kind: K }>;

function executeBanffBlock(
  block: BlockOf<"BanffStandardBlock" | "BanffProposalBlock">,
  state: State,
  parent: Parent,
  context: ExecutionContext,
): ExecutedBlock {
  verifyNewChainTime(block.time, state, context);
  const { network } = context.chain;
  const { allowsEvictionOnlyBlocks } = network.release;
  const decided = new Diff(state, readditionAt(block.time, network));
  const changed = advanceTimeTo(decided, block.time, context);
  const isEmpty =
    block.kind === "BanffStandardBlock" &&
    !changed &&
    block.txs.length === 0 &&
    context.allowsEmptyBlocks !== true;
  const noChanges = "BanffStandardBlock performs no state changes";
  if (isEmpty && !allowsEvictionOnlyBlocks) throw new Rejection(noChanges);
  const fee = pickFeeCalculator(decided, network);
  const effects = executeStandardTxs(block.txs, decided, fee, parent, context);
  if (isEmpty && !effects.hasEvictions) throw new Rejection(noChanges);
  return concludeBlock(block, decided, fee, effects, context);
}

/** The result of a block whose time and decision transactions `decided` contains; a proposal is executed here. */
export function concludeBlock(
  block: BlockOf<"BanffStandardBlock" | "BanffProposalBlock">,
  decided: Diff,
  fee: FeeCalculator,
  effects: BlockEffects,
  context: ExecutionContext,
): ExecutedBlock {
  if (block.kind === "BanffStandardBlock") {
    const { atomicRequests, importedInputs } = effects;
    return { kind: "decision", block, state: decided, atomicRequests, importedInputs };
  }
  const readdition = readditionAt(block.time, context.chain.network);
  const outcomes = { commit: new Diff(decided, readdition), abort: new Diff(decided, readdition) };
  blaming(block.tx, () => executeProposalTx(block.tx, outcomes, fee, context));
  return proposal(block, block.tx, decided, outcomes, effects);
}

function executeApricotProposal(
  block: BlockOf<"ApricotProposalBlock">,
  state: State,
  context: ExecutionContext,
): ExecutedProposal {
  const fee = staticFeeCalculator(context.chain.network, state.timestamp());
  const outcomes = { commit: new Diff(state), abort: new Diff(state) };
  blaming(block.tx, () => executeProposalTx(block.tx, outcomes, fee, context));
  return proposal(block, block.tx, undefined, outcomes, noBlockEffects);
}

function proposal(
  block: Block,
  tx: Tx,
  decisions: Diff | undefined,
  { commit, abort }: { readonly commit: Diff; readonly abort: Diff },
  effects: BlockEffects,
): ExecutedProposal {
  commit.addTx(tx, "Committed");
  abort.addTx(tx, "Aborted");
  const timestamp = abort.timestamp();
  const { atomicRequests, importedInputs } = effects;
  const outcomes = { decisions, commit, abort };
  return { kind: "proposal", block, ...outcomes, timestamp, atomicRequests, importedInputs };
}

function executeApricotStandard(
  block: BlockOf<"ApricotStandardBlock">,
  state: State,
  parent: Parent,
  context: ExecutionContext,
): ExecutedDecision {
  const decided = new Diff(state);
  const fee = staticFeeCalculator(context.chain.network, state.timestamp());
  const effects = executeStandardTxs(block.txs, decided, fee, parent, context);
  const { atomicRequests, importedInputs } = effects;
  return { kind: "decision", block, state: decided, atomicRequests, importedInputs };
}

function executeAtomic(
  block: BlockOf<"ApricotAtomicBlock">,
  state: State,
  parent: Parent,
  context: ExecutionContext,
): ExecutedDecision {
  const { apricotPhase5 } = context.chain.network.upgrades;
  if (state.timestamp() >= apricotPhase5) {
    throw new Rejection(
      `the chain timestamp (${state.timestamp()}) is after the apricot phase 5 time (${apricotPhase5}), hence atomic transactions should go through the standard block`,
    );
  }
  const decided = new Diff(state);
  const fee = staticFeeCalculator(context.chain.network, state.timestamp());
  const effects = blaming(block.tx, () =>
    within(`atomic tx ${formatId(block.tx.id)} failed execution`, () => {
      const { kind } = block.tx.unsigned;
      if (kind !== "ImportTx" && kind !== "ExportTx") throw new Rejection("wrong transaction type");
      return executeStandardTx(block.tx, decided, fee, context);
    }),
  );
  decided.addTx(block.tx, "Committed");
  const importedInputs = new Set(effects.importedInputs);
  verifyUniqueInputs(importedInputs, parent);
  const { atomicRequests } = effects;
  return { kind: "decision", block, state: decided, atomicRequests, importedInputs };
}

/** An option selects an outcome of its parent proposal. */
function executeOption(block: Block, parent: Parent): ExecutedDecision {
  const { proposal } = parent;
  if (proposal === undefined) {
    throw new Rejection(`missing parent state: ${formatId(block.parentID)}`);
  }
  const isCommit = block.kind === "BanffCommitBlock" || block.kind === "ApricotCommitBlock";
  const state = isCommit ? proposal.commit : proposal.abort;
  return { kind: "decision", block, state, ...noBlockEffects };
}

/** Effects of a block's transactions other than state changes. */
export type BlockEffects = {
  readonly atomicRequests: AtomicRequests;
  readonly importedInputs: ReadonlySet<BytesKey>;
};

const noBlockEffects: BlockEffects = { atomicRequests: [], importedInputs: new Set() };

function executeStandardTxs(
  txs: readonly Tx[],
  state: MutableState,
  fee: FeeCalculator,
  parent: Parent,
  context: ExecutionContext,
): BlockEffects & { readonly hasEvictions: boolean } {
  takeGas(txs, state, context);
  const atomicRequests: AtomicRequest[] = [];
  const importedInputs = new Set<BytesKey>();
  for (const tx of txs) {
    const effects = blaming(tx, () => executeStandardTx(tx, state, fee, context));
    if (effects.importedInputs.some((input) => importedInputs.has(input))) {
      throw new Rejection("block contains conflicting transactions");
    }
    for (const input of effects.importedInputs) importedInputs.add(input);
    atomicRequests.push(...effects.atomicRequests);
    state.addTx(tx, "Committed");
  }
  verifyUniqueInputs(importedInputs, parent);
  const hasEvictions = deactivateLowBalanceL1Validators(state, context);
  return { atomicRequests, importedInputs, hasEvictions };
}

function blaming<T>(tx: Tx, execute: () => T): T {
  try {
    return execute();
  } catch (error) {
    if (error instanceof Rejection) throw new TxRejection(error.message, tx);
    throw error;
  }
}

/** Since Etna, takes the gas of a block's transactions out of the capacity before any of them is executed. */
export function takeGas(txs: readonly Tx[], state: MutableState, context: ExecutionContext): void {
  if (state.timestamp() < context.chain.network.upgrades.etna) return;
  const { dropsUnmeteredTxs } = context.chain.network.release;
  const complexity = sum(
    txs.map((tx) => {
      const meter = () => complexityOf(tx.unsigned);
      return dropsUnmeteredTxs ? blaming(tx, meter) : meter();
    }),
  );
  const gas = gasOf(complexity, context.chain.network.dynamicFees.weights);
  const feeState = consumeGas(state.feeState(), gas);
  if (feeState === undefined) {
    const { capacity } = state.feeState();
    throw new Rejection(`insufficient capacity: capacity (${capacity}) < gas (${gas})`);
  }
  state.setFeeState(feeState);
}

function verifyUniqueInputs(inputs: ReadonlySet<BytesKey>, parent: Parent): void {
  for (const input of inputs) {
    if (parent.importedInputs?.has(input) !== true) continue;
    throw new Rejection(
      "block contains a transaction that conflicts with a transaction in a parent block",
    );
  }
}

function verifyHeight(block: Block, parent: Parent): void {
  const expected = parent.height + 1n;
  if (block.height !== expected) {
    throw new Rejection(`incorrect block height expected ${expected}, but found ${block.height}`);
  }
}

function verifyApricot(block: Block, parent: Parent, context: ExecutionContext): void {
  const timestamp = timestampOf(parent, block.parentID);
  if (timestamp >= context.chain.network.upgrades.banff) {
    throw new Rejection(`apricot block issued after fork: timestamp = ${formatGoTime(timestamp)}`);
  }
  verifyHeight(block, parent);
}

function verifyOptionTime(time: bigint, parentTime: bigint): void {
  if (time !== parentTime) {
    throw new Rejection(
      `option block proposed timestamp not matching parent block one parent block timestamp (${formatGoTime(parentTime)}) option block timestamp (${formatGoTime(time)})`,
    );
  }
}

function timestampOf(parent: Parent, parentID: Id): bigint {
  return parent.proposal?.timestamp ?? stateOf(parent, parentID).timestamp();
}

function stateOf(parent: Parent, parentID: Id): State {
  if (parent.state === undefined) {
    throw new Rejection(`missing parent state: ${formatId(parentID)}`);
  }
  return parent.state;
}
