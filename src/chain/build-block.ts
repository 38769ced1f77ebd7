import type { BytesKey, Id } from "../formats/bytes.ts";
import { bytesMaxBeforeHelicon } from "../networks/release.ts";
import { makeBlock } from "../pchain/blocks/block.ts";
import {
  type BlockEffects,
  concludeBlock,
  type ExecutedBlock,
  readditionAt,
  takeGas,
} from "../pchain/executor/block.ts";
import type { AtomicRequest, ExecutionContext } from "../pchain/executor/context.ts";
import { executeStandardTx } from "../pchain/executor/standard-tx.ts";
import {
  advanceTimeTo,
  deactivateLowBalanceL1Validators,
  nextBlockTime,
} from "../pchain/executor/time.ts";
import { verifyWarpOf } from "../pchain/executor/warp.ts";
import { type FeeCalculator, pickFeeCalculator } from "../pchain/fees/calculator.ts";
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

/** What a block has besides its transactions. */
const blockOverheadBytes = 128;

/** What a container has besides its block, most of it the proposer's certificate, and a message besides its container. */
const messageOverheadBytes = 16 * 1024;

/** A message of 2 MiB holds the container of a block of this length. avalanchego utils/constants/networking.go @ v1.15.0 */
const blockBytesMax = 2 * 1024 * 1024 - messageOverheadBytes;

export type BuildRequest = {
  readonly parentID: Id;
  readonly height: bigint;
  readonly state: State;
  readonly mempool: Mempool;
  readonly validators: WarpValidators;
  readonly pChainHeight: bigint;
  readonly context: ExecutionContext;
  /** Build a block without effects if there is nothing to do. */
  readonly evenEmpty?: boolean;
  /** A transaction that left the mempool without a block. */
  readonly onDrop: (tx: Tx, reason: string) => void;
};

/**
 * Builds and executes the next block: waiting transactions in order while there is room, and the proposal to reward
 * the staker whose period ends at the block's time. Returns undefined if there is nothing to do. The result is valid
 * only while the parent is the last accepted block. avalanchego vms/platformvm/block/builder/builder.go @ v1.12.1
 */
export function buildBlock(request: BuildRequest): ExecutedBlock | undefined {
  const { parentID, height, state, context } = request;
  const timestamp = nextBlockTime(state, context);
  const { network } = context.chain;
  const diff = new Diff(state, readditionAt(timestamp, network));
  const changed = advanceTimeTo(diff, timestamp, context);
  const fee = pickFeeCalculator(diff, network);
  const { txs, effects } = packTxs(request, diff, fee);
  const ending = endingStaker(state, timestamp);
  takeGas(txs, diff, context);
  const evicts = deactivateLowBalanceL1Validators(diff, context);
  // Whether an L1 validator that cannot pay for another second is a reason for a block depends on the release.
  const hasEffects =
    changed || txs.length > 0 || (network.release.allowsEvictionOnlyBlocks && evicts);
  if (ending === undefined && !hasEffects && request.evenEmpty !== true) return undefined;
  const link = { parentID, height, time: timestamp, txs };
  const block =
    ending === undefined
      ? makeBlock({ kind: "BanffStandardBlock", ...link })
      : makeBlock({ kind: "BanffProposalBlock", ...link, tx: rewardTx(ending, state, timestamp) });
  return concludeBlock(block, diff, fee, effects, context);
}

function rewardTx(txID: Id, state: State, timestamp: bigint): Tx {
  return state.tx(txID)?.tx.unsigned.kind === "AddAutoRenewedValidatorTx"
    ? makeTx({ kind: "RewardAutoRenewedValidatorTx", txID, timestamp }, [])
    : makeTx({ kind: "RewardValidatorTx", txID }, []);
}

/** Takes transactions out of the mempool while the state at the block's time has room, and executes them on it. */
function packTxs(
  { state, mempool, context, validators, pChainHeight, onDrop }: BuildRequest,
  diff: Diff,
  fee: FeeCalculator,
): { readonly txs: readonly Tx[]; readonly effects: BlockEffects } {
  const txsBytesMax = bytesMaxOnTopOf(state, context) - blockOverheadBytes;
  const room = roomFor(diff, txsBytesMax, context);
  const imported = new Set<BytesKey>();
  const atomicRequests: AtomicRequest[] = [];
  const packed: Tx[] = [];
  for (const tx of [...mempool]) {
    // It has to wait for Helicon, or is longer than every block: those behind it do not wait for it.
    if (tx.bytes.length > txsBytesMax) {
      if (tx.bytes.length > blockBytesMax - blockOverheadBytes) {
        mempool.remove(tx);
        onDrop(tx, `transaction does not fit into a block: ${tx.bytes.length} bytes`);
      }
      continue;
    }
    if (!room.fits(tx)) break;
    mempool.remove(tx);
    try {
      verifyWarpOf(tx, validators, () => pChainHeight, context);
      const attempt = new Diff(diff, readditionAt(diff.timestamp(), context.chain.network));
      const effects = executeStandardTx(tx, attempt, fee, context);
      if (effects.importedInputs.some((input) => imported.has(input))) {
        throw new Rejection("block contains conflicting transactions");
      }
      for (const input of effects.importedInputs) imported.add(input);
      atomicRequests.push(...effects.atomicRequests);
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
  return { txs: packed, effects: { atomicRequests, importedInputs: imported } };
}

type Room = { fits(tx: Tx): boolean; take(tx: Tx): void };

/** The block that follows the last accepted one is held to the limit of that one's time. */
function bytesMaxOnTopOf(parent: State, { chain }: ExecutionContext): number {
  const isHelicon = parent.timestamp() >= chain.network.upgrades.helicon;
  return isHelicon ? blockBytesMax : bytesMaxBeforeHelicon;
}

/** The limit is gas and bytes since Etna, bytes before. */
function roomFor(state: State, txsBytesMax: number, context: ExecutionContext): Room {
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
  let bytesUsed = 0;
  const withTx = (tx: Tx) => sum([used, complexityOf(tx.unsigned)]);
  return {
    fits: (tx) =>
      gasOf(withTx(tx), dynamicFees.weights) <= capacity &&
      bytesUsed + tx.bytes.length <= txsBytesMax,
    take: (tx) => {
      used = withTx(tx);
      bytesUsed += tx.bytes.length;
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
