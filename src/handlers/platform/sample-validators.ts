import { randomBytes } from "node:crypto";
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
  const sample = sampleByWeight(weights, size, randomBelow);
  if (sample === undefined) throw errors.sampleInsufficientWeight({ subnetID });
  return {
    validators: sample
      .map((index) => validators[index]!.nodeID)
      .sort(compareBytes)
      .map(views.nodeID),
  };
};

/** 128 random bits make the bias negligible for bounds below 2^64. */
function randomBelow(bound: bigint): bigint {
  const bytes = randomBytes(16);
  return ((bytes.readBigUInt64BE(0) << 64n) | bytes.readBigUInt64BE(8)) % bound;
}
