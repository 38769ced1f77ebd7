import { eachBlock, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import { heightsOfRows } from "./indexed.ts";

/** A block after which the price of gas is above a limit, and before which it was not. */
export function gasPrice({ above }: RuleOf<"gasPrice">): Matcher {
  const limit = BigInt(above);
  return {
    keys: [eachBlock],
    heights: heightsOfRows((row) => row.gas_price > limit),
    mayMatchRow: (row) => row.gas_price > limit,
    match: (event, { reading, source }) => {
      if (event.type !== "block") return [];
      const { ledgerQueries } = source.ledger;
      const height = Number(reading.height);
      const price = ledgerQueries.block(height)?.gas_price ?? 0n;
      if (price <= limit) return [];
      if ((ledgerQueries.block(height - 1)?.gas_price ?? 0n) > limit) return [];
      return [{ kind: "gasPriceAbove", limit: above, gasPrice: String(price) }];
    },
  };
}
