import { heldBy } from "../account.ts";
import { amountOf, checkWanted, currencyOf, isWanted } from "../currency.ts";
import { blockIdentifier, blockOf } from "../ledger.ts";
import { invalid } from "../mesh-error.ts";
import type { Operation } from "../operation.ts";
import { coinText } from "../output-operation.ts";

export const accountCoins: Operation<"accountCoins"> = (params, context) => {
  if (params.include_mempool) throw invalid("include_mempool", "false", true);
  checkWanted(params.currencies, context);
  const row = blockOf(params.block_identifier ?? {}, context);
  const held = heldBy(params.account_identifier, { row, ledger: row.ledger }, context);
  const coins = (held.kind === "coins" ? held.coins : [])
    .filter(({ assetID }) => isWanted(currencyOf(assetID, context), params.currencies))
    .map((coin) => ({
      coin_identifier: { identifier: coinText(coin, context) },
      amount: amountOf(coin.amount, coin.assetID, context),
    }));
  return {
    block_identifier: blockIdentifier(row, context),
    coins: coins.toSorted((a, b) =>
      a.coin_identifier.identifier < b.coin_identifier.identifier ? -1 : 1,
    ),
  };
};
