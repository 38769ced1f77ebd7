import { formatAddress } from "../formats/address.ts";
import { type BytesKey, equalBytes, type Id, keyOf, type ShortId } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { formatTime } from "../formats/time.ts";
import type {
  BalanceEvent,
  L1ValidatorEvent,
  RewardEvent,
  StakingPeriodEvent,
} from "../generated/events.ts";
import type { ChainQueries } from "../store/chain-queries.ts";
import type {
  HeightChanges,
  LedgerQueries,
  OutputKey,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import { addressesOf } from "../store/ledger/schema.ts";

/** What events of the ledger are built from. */
export type LedgerSource = {
  readonly ledgerQueries: Pick<LedgerQueries, "block" | "changesAt" | "coverage" | "txDetails">;
  readonly txs: ChainQueries["txs"];
  readonly avaxAssetID: Id;
  /** The network's prefix of addresses. */
  readonly hrp: string;
};

export type LedgerEvent = BalanceEvent | RewardEvent | StakingPeriodEvent | L1ValidatorEvent;
export type LedgerEventWithoutCursor =
  | Omit<BalanceEvent, "cursor">
  | Omit<RewardEvent, "cursor">
  | Omit<StakingPeriodEvent, "cursor">
  | Omit<L1ValidatorEvent, "cursor">;

/**
 * What the ledger has of an accepted height: balances, rewards, periods, L1 validators. What a dev node does outside of blocks
 * changes balances only and comes last, so that earlier events keep their places.
 */
export function ledgerEventsAt(height: bigint, source: LedgerSource): LedgerEventWithoutCursor[] {
  const { ledgerQueries } = source;
  const block = ledgerQueries.block(Number(height));
  if (block === undefined) return [];
  const at = { height: String(height), time: formatTime(BigInt(block.time)) };
  const changes = ledgerQueries.changesAt(Number(height));
  const ofTxs = (isDev: boolean) =>
    changes.txs
      .filter(({ kind }) => (kind === "Dev") === isDev)
      .flatMap((tx) => balanceEvents(tx, at, source));
  return [
    ...ofTxs(false),
    ...changes.rewards.map((row) => rewardEvent(row, at, source)),
    ...changes.periods.flatMap((row) => periodEvents(row, at, source)),
    ...changes.l1Events.map((row) => l1Event(row, at)),
    ...ofTxs(true),
  ];
}

type At = { readonly height: string; readonly time: string };
type Share = { readonly address: ShortId; received: bigint; sent: bigint; staked: bigint };

/** One for each address whose balance or stake the transaction changed, sorted by address. */
function balanceEvents(tx: TxRecord, at: At, source: LedgerSource): Omit<BalanceEvent, "cursor">[] {
  const { inputs, outputs } = source.ledgerQueries.txDetails(tx, inputsOf(tx, source));
  const shares = new Map<BytesKey, Share>();
  const count = (
    { asset_id, addresses, amount }: (typeof inputs)[number],
    part: "received" | "sent" | "staked",
  ): void => {
    if (!equalBytes(asset_id, source.avaxAssetID)) return;
    for (const address of addressesOf(addresses)) {
      const key = keyOf(address);
      const share = shares.get(key) ?? { address, received: 0n, sent: 0n, staked: 0n };
      share[part] += amount;
      shares.set(key, share);
    }
  };
  const isHere = (height: number | null, position: number | null): boolean =>
    height === tx.height && position === tx.position;
  for (const input of inputs) count(input, "sent");
  for (const output of outputs) {
    if (isHere(output.spendable_height, output.spendable_position)) count(output, "received");
    else if (output.origin === "stake") count(output, "staked");
  }
  const sorted = [...shares.values()].sort((a, b) => Buffer.compare(a.address, b.address));
  return sorted.map(({ address, received, sent, staked }) => ({
    type: "balance",
    ...at,
    txID: formatId(tx.id),
    address: formatAddress("P", source.hrp, address),
    received: String(received),
    sent: String(sent),
    staked: String(staked),
  }));
}

/** The UTXOs that a transaction names. */
function inputsOf({ id, kind }: TxRecord, { txs }: LedgerSource): readonly OutputKey[] {
  if (kind === "Genesis" || kind === "Dev") return [];
  const unsigned = txs.byID(id)?.tx.unsigned;
  return unsigned !== undefined && "baseTx" in unsigned ? unsigned.baseTx.inputs : [];
}

function rewardEvent(
  row: HeightChanges["rewards"][number],
  at: At,
  source: LedgerSource,
): Omit<RewardEvent, "cursor"> {
  return {
    type: "reward",
    ...at,
    kind: row.kind as RewardEvent["kind"],
    stakingTxID: formatId(row.staking_tx_id),
    subnetID: formatId(row.subnet_id),
    nodeID: formatNodeId(row.node_id),
    assetID: formatId(row.asset_id),
    amount: String(row.amount),
    addresses: addressesOf(row.addresses).map((each) => formatAddress("P", source.hrp, each)),
    txID: formatId(row.tx_id),
    outputIndex: row.output_index,
    rewardTxID: formatId(row.reward_tx_id),
  };
}

/** What they say follows from the block alone, and not from what happened to the period later. */
function periodEvents(
  row: HeightChanges["periods"][number],
  at: At,
  source: LedgerSource,
): Omit<StakingPeriodEvent, "cursor">[] {
  const is = (column: number | null): boolean => column !== null && String(column) === at.height;
  const kinds: StakingPeriodEvent["kind"][] = [];
  if (is(row.began_height)) kinds.push("began");
  else if (is(row.added_height)) kinds.push("added");
  if (is(row.ended_height)) kinds.push("ended");
  return kinds.map((kind) => periodEvent(row, kind, at, source));
}

function periodEvent(
  row: HeightChanges["periods"][number],
  kind: StakingPeriodEvent["kind"],
  at: At,
  source: LedgerSource,
): Omit<StakingPeriodEvent, "cursor"> {
  return {
    type: "stakingPeriod",
    ...at,
    kind,
    txID: formatId(row.tx_id),
    role: row.role as StakingPeriodEvent["role"],
    subnetID: formatId(row.subnet_id),
    nodeID: formatNodeId(row.node_id),
    weight: String(row.weight),
    startTime: formatTime(BigInt(row.start_time)),
    endTime: formatTime(BigInt(row.end_time)),
    addresses: ownersOf(row).map((each) => formatAddress("P", source.hrp, each)),
    ...(row.validator_tx_id !== null && { validatorTxID: formatId(row.validator_tx_id) }),
    ...(kind !== "added" && { potentialReward: String(row.potential_reward) }),
    ...(kind === "ended" && endOf(row)),
  };
}

function endOf(row: HeightChanges["periods"][number]) {
  return {
    endReason: row.end_reason as NonNullable<StakingPeriodEvent["endReason"]>,
    ...(row.ended_by !== null && { endedBy: formatId(row.ended_by) }),
    ...(row.reward !== null && { reward: String(row.reward) }),
    ...(row.delegatee_reward !== null && { delegateeReward: String(row.delegatee_reward) }),
    ...(row.restaked !== null && { restaked: String(row.restaked) }),
  };
}

function ownersOf(row: HeightChanges["periods"][number]): Uint8Array[] {
  const owners = [
    ...row.stake_addresses,
    ...addressesOf(row.reward_addresses),
    ...addressesOf(row.delegatee_addresses),
  ];
  return [...new Map(owners.map((each) => [keyOf(each), each])).values()].sort(Buffer.compare);
}

function l1Event(row: HeightChanges["l1Events"][number], at: At): Omit<L1ValidatorEvent, "cursor"> {
  return {
    type: "l1Validator",
    ...at,
    kind: row.kind as L1ValidatorEvent["kind"],
    validationID: formatId(row.validation_id),
    subnetID: formatId(row.subnet_id),
    nodeID: formatNodeId(row.node_id),
    ...(row.tx_id !== null && { txID: formatId(row.tx_id) }),
    weight: String(row.weight),
    minNonce: String(row.nonce),
    balance: String(row.balance),
    change: String(row.change),
  };
}
