import type { BytesKey, Id } from "../formats/bytes.ts";
import { type Block, makeBlock } from "../pchain/blocks/block.ts";
import type { ExecutionContext } from "../pchain/executor/context.ts";
import { executeStandardTx } from "../pchain/executor/standard-tx.ts";
import { advanceTimeTo, nextBlockTime } from "../pchain/executor/time.ts";
import { verifyWarpOf } from "../pchain/executor/warp.ts";
import { pickFeeCalculator } from "../pchain/fees/calculator.ts";
import { complexityOf, gasOf, sum } from "../pchain/fees/complexity.ts";
import { Rejection } from "../pchain/rejection.ts";
import { Diff } from "../pchain/state/diff.ts";
import { stakerPriorities } from "../pchain/state/staker.ts";
import type { State } from "../pchain/state/state.ts";
import { makeTx, type Tx } from "../pchain/txs/tx.ts";
import type { WarpValidators } from "../pchain/warp/verify.ts";
import type { Mempool } from "./mempool.ts";

/** Before Etna a block is limited by its size. avalanchego vms/platformvm/block/builder/builder.go @ v1.12.1 */
const targetBlockBytes = 128 * 1024;

export type BuildRequest = {
  readonly parentID: Id;
  readonly height: bigint;
  readonly state: State;
  readonly mempool: Mempool;
  readonly validators: WarpValidators;
  readonly pChainHeight: bigint;
  readonly context: ExecutionContext;
  /** A transaction that left the mempool without a block. */
  readonly onDrop: (tx: Tx, reason: string) => void;
};

/**
 * The next block: waiting transactions in order while there is room, with the proposal to reward the staker
 * whose period ends at its time. Undefined where there is nothing to do.
 * avalanchego vms/platformvm/block/builder/builder.go @ v1.12.1
 */
export function buildBlock(request: BuildRequest): Block | undefined {
  const { parentID, height, state, context } = request;
  const timestamp = nextBlockTime(state, context);
  const diff = new Diff(state);
  const changed = advanceTimeTo(diff, timestamp, context);
  const txs = packTxs(request, diff);
  const link = { parentID, height, time: timestamp, txs };
  const ending = endingStaker(state, timestamp);
  if (ending !== undefined) {
    const tx = makeTx({ kind: "RewardValidatorTx", txID: ending }, []);
    return makeBlock({ kind: "BanffProposalBlock", ...link, tx });
  }
  // Nor where an L1 validator cannot pay one more second but is not at its end: only a transaction moves it on.
  if (txs.length === 0 && !changed) return undefined;
  return makeBlock({ kind: "BanffStandardBlock", ...link });
}

/** Takes transactions out of the mempool as long as the state at the block's time has room, and executes them on it. */
function packTxs(
  { mempool, context, validators, pChainHeight, onDrop }: BuildRequest,
  diff: Diff,
): Tx[] {
  const room = roomFor(diff, context);
  const fee = pickFeeCalculator(diff, context.chain.network);
  const imported = new Set<BytesKey>();
  const packed: Tx[] = [];
  for (const tx of [...mempool]) {
    if (!room.fits(tx)) break;
    mempool.remove(tx);
    try {
      verifyWarpOf(tx, validators, pChainHeight, context);
      const attempt = new Diff(diff);
      const effects = executeStandardTx(tx, attempt, fee, context);
      if (effects.importedInputs.some((input) => imported.has(input))) {
        throw new Rejection("block contains conflicting transactions");
      }
      for (const input of effects.importedInputs) imported.add(input);
      attempt.addTx(tx, "Committed");
      attempt.applyTo(diff);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      onDrop(tx, error.message);
      continue;
    }
    room.take(tx);
    packed.push(tx);
  }
  return packed;
}

type Room = { fits(tx: Tx): boolean; take(tx: Tx): void };

/** Gas from Etna on, bytes before. */
function roomFor(state: State, context: ExecutionContext): Room {
  const { dynamicFees, upgrades } = context.chain.network;
  if (state.timestamp() < upgrades.etna) {
    let bytesLeft = targetBlockBytes;
    return {
      fits: (tx) => tx.bytes.length <= bytesLeft,
      take: (tx) => {
        bytesLeft -= tx.bytes.length;
      },
    };
  }
  const { capacity } = state.feeState();
  let used = sum([]);
  const withTx = (tx: Tx) => sum([used, complexityOf(tx.unsigned)]);
  return {
    fits: (tx) => gasOf(withTx(tx), dynamicFees.weights) <= capacity,
    take: (tx) => {
      used = withTx(tx);
    },
  };
}

/** The transaction of the first staker to be rewarded, where its period ends at this time. */
function endingStaker(state: State, timestamp: bigint): Id | undefined {
  for (const staker of state.currentStakers()) {
    if (staker.priority === stakerPriorities.permissionedSubnetValidatorCurrent) continue;
    return staker.endTime === timestamp ? staker.txID : undefined;
  }
  return undefined;
}
