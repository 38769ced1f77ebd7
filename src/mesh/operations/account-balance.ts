import { heldBy } from "../account.ts";
import { checkWanted, sumsOf } from "../currency.ts";
import { blockIdentifier, blockOf } from "../ledger.ts";
import type { Operation } from "../operation.ts";

export const accountBalance: Operation<"accountBalance"> = (params, context) => {
  checkWanted(params.currencies, context);
  const row = blockOf(params.block_identifier ?? {}, context);
  const held = heldBy(params.account_identifier, { row, ledger: row.ledger }, context);
  const parts =
    held.kind === "coins"
      ? held.coins
      : [{ assetID: context.chain.avaxAssetID, amount: held.balance }];
  return {
    block_identifier: blockIdentifier(row, context),
    balances: sumsOf(parts, params.currencies, context),
  };
};
