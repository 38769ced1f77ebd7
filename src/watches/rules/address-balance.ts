import { parseAddress } from "../../formats/address.ts";
import { equalBytes, type ShortId } from "../../formats/bytes.ts";
import { addressKey, type MatchContext, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import type { WatchEventDetails } from "../watch-event.ts";
import { addressBalanceOfType } from "./address-balance-of-type.ts";
import { heightsOfAddresses } from "./indexed.ts";

/**
 * A balance that a transaction takes above or below a limit, or changes by at least an amount. A balance is all UTXOs of the
 * address, locked ones too, and each shared one in full; stake is not part of it.
 */
export function addressBalance(rule: RuleOf<"addressBalance">): Matcher {
  if (rule.balanceType !== undefined) return addressBalanceOfType(rule, rule.balanceType);
  const { addresses } = rule;
  const watched = new Set(addresses);
  const above = amountOf(rule.above);
  const below = amountOf(rule.below);
  const changedBy = amountOf(rule.changedBy);
  return {
    keys: addresses.map(addressKey),
    heights: heightsOfAddresses(addresses),
    match: (event, at) => {
      if (event.type !== "balance" || !watched.has(event.address)) return [];
      const { txID, address, received, sent, staked } = event;
      const change = BigInt(received) - BigInt(sent);
      if (change === 0n) return [];
      const after = balanceAfter(event.cursor, address, at);
      const before = after - change;
      const kinds: (readonly [WatchEventDetails["kind"], string])[] = [];
      if (above !== undefined && before <= above && after > above) {
        kinds.push(["balanceAbove", rule.above!]);
      }
      if (below !== undefined && before >= below && after < below) {
        kinds.push(["balanceBelow", rule.below!]);
      }
      if (changedBy !== undefined && (change < 0n ? -change : change) >= changedBy) {
        kinds.push(["balanceChanged", rule.changedBy!]);
      }
      return kinds.map(([kind, limit]) => ({
        ...{ kind, txID, address, received, sent, staked },
        balance: String(after),
        limit,
      }));
    },
  };
}

const amountOf = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));

/** The balance after the block before, and what the transactions of this one have changed up to an event. */
function balanceAfter(cursor: string, address: string, { reading, source }: MatchContext): bigint {
  let balance = reading.height === 0n ? 0n : balanceAt(reading.height - 1n, address, source);
  for (const event of reading.events) {
    if (event.type === "balance" && event.address === address) {
      balance += BigInt(event.received) - BigInt(event.sent);
    }
    if (event.cursor === cursor) break;
  }
  return balance;
}

function balanceAt(height: bigint, address: string, { ledger }: MatchContext["source"]): bigint {
  const { avaxAssetID, ledgerQueries } = ledger;
  // What is locked is part of the balance: the time does not matter.
  const { assets } = ledgerQueries.balance(
    [parseAddress(address).address as ShortId],
    Number(height),
    0n,
  );
  const avax = assets.find(({ assetID }) => equalBytes(assetID, avaxAssetID));
  if (avax === undefined) return 0n;
  return avax.unlocked + avax.lockedStakeable + avax.lockedNotStakeable;
}
