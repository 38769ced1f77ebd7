import { parseAddress } from "../../formats/address.ts";
import type { ShortId } from "../../formats/bytes.ts";
import { parseId } from "../../formats/id.ts";
import { parseNodeId } from "../../formats/node-id.ts";
import type { PeriodFilter } from "../../store/ledger/queries/ledger-queries.ts";
import {
  allRows,
  type FindHeights,
  firstPage,
  heightsOf,
  sortedHeights,
} from "../indexed-heights.ts";
import type { L1Subject, StakingSubject } from "../rule.ts";
import { l1RecordsAt } from "./l1-subject.ts";

/** More addresses are searched one by one: reading the blocks costs less. */
const addressesMax = 64;
const periodsMax = 4_096;
const validationsMax = 64;

const bounds = (from: bigint, to: bigint) => ({ from: Number(from), to: Number(to) });
const bytesOf = (text: string) => parseAddress(text).address as ShortId;

/** The heights of what changed the balance or the stake of addresses. */
export function heightsOfAddresses(addresses: readonly string[]): FindHeights | undefined {
  if (addresses.length > addressesMax) return undefined;
  const owners = addresses.map(bytesOf);
  return ({ ledger }, from, to) => {
    const filter = { heights: bounds(from, to), addresses: owners };
    return heightsOf(ledger.ledgerQueries.txs(filter, firstPage), to);
  };
}

/** The heights of rewards of addresses. */
export function heightsOfRewards(addresses: readonly string[]): FindHeights | undefined {
  if (addresses.length > addressesMax) return undefined;
  const owners = addresses.map(bytesOf);
  return ({ ledger }, from, to) => {
    const filter = { heights: bounds(from, to), addresses: owners };
    return heightsOf(ledger.ledgerQueries.rewards(filter, firstPage), to);
  };
}

/** The heights at which periods and delegations were added, began or ended. */
export function heightsOfPeriods(rule: StakingSubject): FindHeights | undefined {
  if ("ofSubnetID" in rule) return undefined;
  const filters: readonly PeriodFilter[] =
    "stakingTxID" in rule
      ? [{ txID: parseId(rule.stakingTxID) }, { validatorTxID: parseId(rule.stakingTxID) }]
      : [{ nodeID: parseNodeId(rule.nodeID), subnetID: parseId(rule.subnetID) }];
  return ({ ledger }, from, to) => {
    const found: number[] = [];
    for (const filter of filters) {
      const list = (page: typeof firstPage) => ledger.ledgerQueries.stakingPeriods(filter, page);
      const rows = allRows(list, periodsMax);
      if (rows === undefined) return undefined;
      for (const { added_height, began_height, ended_height } of rows) {
        for (const each of [added_height, began_height, ended_height]) {
          if (each !== null && BigInt(each) >= from && BigInt(each) <= to) found.push(each);
        }
      }
    }
    return { heights: sortedHeights(found), knownTo: to };
  };
}

/** The heights of the events of L1 validators. */
export function heightsOfL1Events(subject: L1Subject): FindHeights {
  return (source, from, to) => {
    const height = Number(to);
    const records = l1RecordsAt(height, subject, { source });
    if (records.length > validationsMax) return undefined;
    const found: number[] = [];
    for (const { validation_id: validationID } of records) {
      const list = (page: typeof firstPage) =>
        source.ledger.ledgerQueries.l1Events({ validationID, height }, page);
      const rows = allRows(list, periodsMax);
      if (rows === undefined) return undefined;
      for (const row of rows) if (BigInt(row.height) >= from) found.push(row.height);
    }
    return { heights: sortedHeights(found), knownTo: to };
  };
}

/** The heights of blocks whose rows say that a rule may match them. */
export function heightsOfRows(
  mayMatch: (row: { readonly gas_price: bigint }) => boolean,
): FindHeights {
  return ({ ledger }, from, to) => {
    const filter = { heights: bounds(from, to) };
    const { rows, next } = ledger.ledgerQueries.blocks(filter, firstPage);
    const last = rows.at(-1)?.height ?? Number(to);
    const heights = rows.filter(mayMatch).map(({ height }) => height);
    return { heights: sortedHeights(heights), knownTo: next === undefined ? to : BigInt(last) };
  };
}
