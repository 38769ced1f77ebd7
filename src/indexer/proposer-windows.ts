import { compareBytes, type NodeId } from "../formats/bytes.ts";
import { MersenneTwister64 } from "./mersenne-twister.ts";

/** A validator may propose for this long before it is the next one's turn. vms/proposervm/proposer/windower.go @ v1.15.0 */
const windowSeconds = 5n;

const slotBits = 64;
const maxInt64 = (1n << 63n) - 1n;

export type ProposingValidator = { readonly nodeID: NodeId; readonly weight: bigint };

/** The slot of a time, in Unix seconds, after a parent's. */
export function slotAt(parentTime: bigint, now: bigint): bigint {
  return now < parentTime ? 0n : (now - parentTime) / windowSeconds;
}

/**
 * The validator that may propose a block of the P-chain in a slot since Durango; undefined if there are no validators,
 * as then anyone may. avalanchego vms/proposervm/proposer/windower.go (ExpectedProposer) @ v1.15.0
 */
export function expectedProposer(
  validators: readonly ProposingValidator[],
  height: bigint,
  slot: bigint,
): NodeId | undefined {
  if (validators.length < 2) return validators[0]?.nodeID;
  const byID = [...validators].sort((a, b) => compareBytes(a.nodeID, b.nodeID));
  const total = byID.reduce((sum, { weight }) => sum + weight, 0n);
  // The chain's ID, which the seed includes, is zero for the P-chain.
  const random = new MersenneTwister64(height ^ reversedBits(slot));
  return chosen(byID, uniform(random, total - 1n)).nodeID;
}

function reversedBits(value: bigint): bigint {
  return BigInt(`0b${[...value.toString(2).padStart(slotBits, "0")].reverse().join("")}`);
}

/** From 0 to `max`, inclusive. avalanchego utils/sampler/rand.go (Uint64Inclusive) @ v1.15.0 */
function uniform(random: MersenneTwister64, max: bigint): bigint {
  if ((max & (max + 1n)) === 0n) return random.next() & max;
  if (max > maxInt64) return drawUntil(() => random.next(), max);
  const count = max + 1n;
  const least = maxInt64 - ((1n << 63n) % count);
  return drawUntil(() => random.next() & maxInt64, least) % count;
}

function drawUntil(draw: () => bigint, max: bigint): bigint {
  let value = draw();
  while (value > max) value = draw();
  return value;
}

type Node = { readonly validator: ProposingValidator; readonly index: number; sum: bigint };

/** The validator at a point of all weights, in the order of a heap. avalanchego utils/sampler/weighted_heap.go @ v1.15.0 */
function chosen(validators: readonly ProposingValidator[], point: bigint): ProposingValidator {
  const heap: Node[] = validators.map((validator, index) => ({
    validator,
    index,
    sum: validator.weight,
  }));
  heap.sort((a, b) => {
    const [left, right] = [a.validator.weight, b.validator.weight];
    return left === right ? a.index - b.index : left > right ? -1 : 1;
  });
  for (let index = heap.length - 1; index > 0; index--) {
    heap[(index - 1) >> 1]!.sum += heap[index]!.sum;
  }
  let rest = point;
  for (let index = 0; ; ) {
    const { validator } = heap[index]!;
    if (rest < validator.weight) return validator;
    rest -= validator.weight;
    index = index * 2 + 1;
    const { sum } = heap[index]!;
    if (sum <= rest) {
      rest -= sum;
      index++;
    }
  }
}
