import { parseAddress } from "../../formats/address.ts";
import { equalBytes, type ShortId } from "../../formats/bytes.ts";
import { formatId, parseId } from "../../formats/id.ts";
import { type BalanceType, balanceTypeOf } from "../../store/ledger/queries/balance-type.ts";
import { addressKey, type MatchContext, type Matcher } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import type { WatchEventDetails } from "../watch-event.ts";
import { heightsOfAddresses } from "./indexed.ts";

/**
 * One part of a balance that a block takes above or below a limit, such as what is staked. It is compared with the one after the
 * block before, by the last transaction of the block that concerns the address. What a dev node did after the block is compared
 * each on its own.
 */
export function addressBalanceOfType(rule: RuleOf<"addressBalance">, type: BalanceType): Matcher {
  const { addresses } = rule;
  const watched = new Set(addresses);
  return {
    keys: addresses.map(addressKey),
    heights: heightsOfAddresses(addresses),
    match: (event, at) => {
      if (event.type !== "balance" || !watched.has(event.address)) return [];
      const { txID, address, received, sent, staked } = event;
      const { events, height } = at.reading;
      const later = events
        .slice(events.indexOf(event) + 1)
        .flatMap((each) => (each.type === "balance" && each.address === address ? each.txID : []));
      const [next] = later;
      const isOfBlock = !isOfDevNode(txID, at);
      if (isOfBlock && next !== undefined && !isOfDevNode(next, at)) return [];
      const here = amountOf(type, height, address, at);
      const after = here(later);
      const before = isOfBlock
        ? amountOf(type, height - 1n, address, at)([])
        : here([txID, ...later]);
      return passed(rule, before, after).map(([kind, limit]) => ({
        ...{ kind, txID, address, received, sent, staked },
        balance: String(after),
        limit,
      }));
    },
  };
}

/** Of what a dev node does outside of blocks, which comes last. */
function isOfDevNode(txID: string, { source }: MatchContext): boolean {
  const [tx] = source.ledger.ledgerQueries.txsByID(parseId(txID));
  return tx?.kind === "Dev";
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

/** The amount after a block; none before the genesis. Outputs of some transactions are left out. */
function amountOf(type: BalanceType, height: bigint, address: string, { source }: MatchContext) {
  const { ledgerQueries: ledger, avaxAssetID } = source.ledger;
  const owner = parseAddress(address).address as ShortId;
  if (height < 0n) return () => 0n;
  const moment = { ledger, height: Number(height), now: source.blockTimes.after(height) };
  const outputs = ledger
    .owned([owner], { height: moment.height, includesSpent: false })
    .filter((output) => equalBytes(output.assetID, avaxAssetID))
    .filter((output) => balanceTypeOf(output, moment) === type);
  return (without: readonly string[]): bigint =>
    outputs
      .filter(({ txID }) => without.length === 0 || !without.includes(formatId(txID)))
      .reduce((sum, { amount }) => sum + amount, 0n);
}
