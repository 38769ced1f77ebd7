import { randomFillSync } from "node:crypto";
import { compareBytes } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { sampleByWeight } from "../validators/weight-sample.ts";

/** A random sample of validators, by weight. specification 4.3 */
export const sampleValidators: Handler<"platform.sampleValidators", "queries" | "views"> = (
  { size, subnetID },
  { queries, views },
) => {
  const subnet = idArgument("subnetID", subnetID);
  if (size === 0) return { validators: [] };
  const validators = queries.validators.setAt(subnet, queries.blocks.lastAccepted().height);
  if (validators.length === 0) throw errors.sampleMissingValidators({ subnetID });
  const weights = validators.map(({ weight }) => weight);
  const sample = sampleByWeight(weights, size, randomIntegers());
  if (sample === undefined) throw errors.sampleInsufficientWeight({ subnetID });
  const times = new Uint32Array(validators.length);
  for (const index of sample) times[index]! += 1;
  return {
    validators: [...validators.keys()]
      .filter((index) => times[index]! > 0)
      .sort((a, b) => compareBytes(validators[a]!.nodeID, validators[b]!.nodeID))
      .flatMap((index) => {
        const text = views.nodeID(validators[index]!.nodeID);
        return Array<string>(times[index]!).fill(text);
      }),
  };
};

const wordsAtOnce = 4_096;

/** Returns a function of random integers from 0 to one below its argument, at most 2^64, each equally likely. */
function randomIntegers(): (bound: bigint) => bigint {
  const words = new BigUint64Array(wordsAtOnce);
  let next = wordsAtOnce;
  let bits = 0;
  let limit = 1n;
  return (bound) => {
    // Bounds of one sample hardly differ, so the number of bits rarely changes.
    if (bound > limit || bound * 4n < limit) {
      bits = (bound - 1n).toString(2).length;
      limit = 1n << BigInt(bits);
    }
    for (;;) {
      if (next === wordsAtOnce) {
        // One call for many: a call costs more than its bytes.
        randomFillSync(words);
        next = 0;
      }
      const integer = BigInt.asUintN(bits, words[next]!);
      next += 1;
      if (integer < bound) return integer;
    }
  };
}
