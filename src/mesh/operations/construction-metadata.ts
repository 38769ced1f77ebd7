import { operations as checks } from "../../generated/mesh/operations.ts";
import type { ConstructionPreprocessParams } from "../../generated/mesh/types.ts";
import { pickFeeCalculator } from "../../pchain/fees/calculator.ts";
import { buildTx } from "../construction/build-tx.ts";
import { amountOf } from "../currency.ts";
import { MeshError } from "../mesh-error.ts";
import { networkIdentifier } from "../network.ts";
import type { Operation } from "../operation.ts";

/** The price after the last block; it falls while no block follows. */
export const constructionMetadata: Operation<"constructionMetadata"> = ({ options }, context) => {
  const { chain, state } = context;
  const given = { ...options, network_identifier: networkIdentifier(chain) };
  const issue = checks.constructionPreprocess.checkParams(given);
  if (issue !== undefined) {
    const { field, expected, got } = issue;
    throw new MeshError("requestInvalid", `options.${field}: expected ${expected}, got ${got}`);
  }
  const { operations, metadata = {} } = given as ConstructionPreprocessParams;
  const { tx } = buildTx(operations, metadata, context);
  const fee = pickFeeCalculator(state, chain.network)(tx.unsigned);
  return {
    metadata: { ...metadata, network_id: chain.network.id },
    suggested_fee: [amountOf(fee, chain.avaxAssetID, context)],
  };
};
