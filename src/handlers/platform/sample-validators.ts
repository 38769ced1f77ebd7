import { compareBytes } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import { maxUint64 } from "../../pchain/uint64.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { fillRandomBelow } from "../validators/random-integers.ts";
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
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total > maxUint64) throw errors.sampleWeightOverflow({ subnetID });
  const times = sampleByWeight(weights, size, fillRandomBelow);
  if (times === undefined) throw errors.sampleInsufficientWeight({ subnetID });
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
