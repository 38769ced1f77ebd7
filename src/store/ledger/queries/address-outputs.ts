import { equalBytes, type ShortId } from "../../../formats/bytes.ts";
import { addressesOf, addressRoles } from "../schema.ts";
import type { HeightBounds, OutputRecord } from "./ledger-queries.ts";
import { outputRows } from "./outputs.ts";
import { type Selects, slot } from "./selects.ts";

/** Outputs that are read at once. */
const readAtOnce = 128;
const all = Number.MAX_SAFE_INTEGER;

const { output, stake, reward } = addressRoles;
/** What a transaction did for an address whose outputs it created, or made spendable. */
const roles = { created: output | stake | reward, spendable: output | reward };

type Moment = keyof typeof roles;

/**
 * The outputs of an address that transactions created or made spendable between two heights, which do not include that of
 * the genesis: the outputs of some whole heights at once, one list after the other in the order of the heights. Reads no more
 * than what is asked for.
 */
export function* outputsOfAddress(
  selects: Selects,
  address: ShortId,
  {
    moment,
    isDescending,
    ...bounds
  }: HeightBounds & { readonly moment: Moment; readonly isDescending: boolean },
): Iterable<readonly OutputRecord[]> {
  const heightOf = (row: OutputRecord) => row[`${moment}_height`]!;
  const read = selects.fixed<OutputRecord>(`outputs ${moment} ${isDescending}`, () =>
    query(selects, moment, isDescending),
  );
  const own = (rows: readonly OutputRecord[]) =>
    rows.filter((row) => addressesOf(row.addresses).some((owner) => equalBytes(owner, address)));
  let { from, to } = { ...bounds, from: Math.max(1, bounds.from) };
  while (from <= to) {
    const rows = read({ address, from, to, count: readAtOnce });
    if (rows.length < readAtOnce) {
      yield own(rows);
      return;
    }
    // More of this height may follow.
    const last = heightOf(rows.at(-1)!);
    const whole = rows.filter((row) => heightOf(row) !== last);
    const isOne = whole.length === 0;
    yield own(isOne ? read({ address, from: last, to: last, count: all }) : whole);
    if (isDescending) to = isOne ? last - 1 : last;
    else from = isOne ? last + 1 : last;
  }
}

/** An output has the ID of that transaction, or of the staking transaction that it ends. */
function query(selects: Selects, moment: Moment, isDescending: boolean) {
  return outputRows(selects)
    .innerJoin("ledger_address_txs as a", (join) =>
      join
        .onRef("a.height", "=", `o.${moment}_height`)
        .onRef("a.position", "=", `o.${moment}_position`),
    )
    .innerJoin("ledger_txs as t", (join) =>
      join
        .onRef("t.height", "=", "a.height")
        .onRef("t.position", "=", "a.position")
        .on((eb) => eb("o.tx_id", "in", [eb.ref("t.id"), eb.ref("t.staking_tx_id")])),
    )
    .where("a.address", "=", slot<ShortId>("address"))
    .where("a.height", ">=", slot<number>("from"))
    .where("a.height", "<=", slot<number>("to"))
    .where((eb) => eb(eb("a.roles", "&", eb.lit(roles[moment])), "<>", eb.lit(0)))
    .orderBy("a.height", isDescending ? "desc" : "asc")
    .limit((eb) => eb(eb.val(slot<number>("count")), "+", eb.lit(0)));
}
