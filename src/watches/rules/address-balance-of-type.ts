import { parseAddress } from "../../formats/address.ts";
import { equalBytes, type ShortId } from "../../formats/bytes.ts";
import { type BalanceType, balanceTypeOf } from "../../store/ledger/queries/balance-type.ts";
import { addressKey, type MatchContext, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import type { WatchEventDetails } from "../watch-event.ts";
import { heightsOfAddresses } from "./indexed.ts";

/**
 * One part of a balance that a block takes above or below a limit, such as what is staked. It is compared with the one after the
 * block before, by the last transaction of the block that concerns the address.
 */
export function addressBalanceOfType(rule: RuleOf<"addressBalance">, type: BalanceType): Matcher {
  const { addresses } = rule;
  const watched = new Set(addresses);
  return {
    keys: addresses.map(addressKey),
    heights: heightsOfAddresses(addresses),
    match: (event, at) => {
      if (event.type !== "balance" || !watched.has(event.address)) return [];
      const { reading } = at;
      const { txID, address, received, sent, staked } = event;
      const last = reading.events.findLast(
        (each) => each.type === "balance" && each.address === address,
      );
      if (event !== last) return [];
      const after = amountOf(type, reading.height, address, at);
      const before = reading.height === 0n ? 0n : amountOf(type, reading.height - 1n, address, at);
      return passed(rule, before, after).map(([kind, limit]) => ({
        ...{ kind, txID, address, received, sent, staked },
        balance: String(after),
        limit,
      }));
    },
  };
}

type Passed = readonly [WatchEventDetails["kind"], string];

function passed(
  { above, below }: Pick<RuleOf<"addressBalance">, "above" | "below">,
  before: bigint,
  after: bigint,
): readonly Passed[] {
  const kinds: Passed[] = [];
  if (above !== undefined && before <= BigInt(above) && after > BigInt(above)) {
    kinds.push(["balanceAbove", above]);
  }
  if (below !== undefined && before >= BigInt(below) && after < BigInt(below)) {
    kinds.push(["balanceBelow", below]);
  }
  return kinds;
}

function amountOf(
  type: BalanceType,
  height: bigint,
  address: string,
  { source }: MatchContext,
): bigint {
  const { ledgerQueries: ledger, avaxAssetID } = source.ledger;
  const moment = { ledger, height: Number(height), now: source.blockTimes.after(height) };
  const owner = parseAddress(address).address as ShortId;
  return ledger
    .owned([owner], { height: moment.height, includesSpent: false })
    .filter((output) => equalBytes(output.assetID, avaxAssetID))
    .filter((output) => balanceTypeOf(output, moment) === type)
    .reduce((sum, { amount }) => sum + amount, 0n);
}
