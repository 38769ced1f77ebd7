import { hash160 } from "../../crypto/hash.ts";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import { type Block, blockTxs } from "../../pchain/blocks/block.ts";
import type { ReceivedContainer } from "../../pchain/blocks/proposervm.ts";
import { gasPrice } from "../../pchain/fees/gas.ts";
import type { State } from "../../pchain/state/state.ts";
import type { Execution } from "./execution.ts";
import { l1Balance, type NetworkTotals } from "./network-totals.ts";
import type { LedgerRow } from "./schema.ts";

type BlockRow = LedgerRow<"blocks">;

/** What the transactions of a block add up to, in nAVAX, and their gas. */
export type BlockSums = {
  readonly burned: bigint;
  readonly gas: bigint;
  readonly rewards: bigint;
  /** Put on the balances of L1 validators. */
  readonly deposits: bigint;
  /** Paid back from these balances. */
  readonly returned: bigint;
};

const primary: Id = new Uint8Array(32);

/** The rows of the blocks of an execution. A proposal has changed nothing when its option comes. */
export function blockRows(execution: Execution, sums: BlockSums): BlockRow[] {
  const { blocks, before, totalsBefore, totals, changes } = execution;
  const last = blocks.at(-1);
  if (last === undefined) return [];
  const [proposal] = blocks.length === 2 ? blocks : [];
  const proposed =
    proposal &&
    blockRow(execution, proposal, before, totalsBefore, {
      time: "time" in proposal ? Number(proposal.time) : Number(before.timestamp()),
      supply: before.currentSupply(primary) ?? 0n,
    });
  const after = {
    feeState: () => changes.feeState,
    l1ValidatorExcess: () => changes.l1ValidatorExcess,
    accruedFees: () => changes.accruedFees,
  };
  const supply = changes.supplies.find(({ subnetID }) => equalBytes(subnetID, primary))?.supply;
  const decided = blockRow(execution, last, after, totals, {
    time: Number(changes.timestamp),
    supply: supply ?? before.currentSupply(primary) ?? 0n,
    rewards: sums.rewards,
    burned: sums.burned,
    l1_fees:
      l1Balance(totalsBefore, before.accruedFees()) +
      sums.deposits -
      sums.returned -
      l1Balance(totals, changes.accruedFees),
    gas_used: sums.gas,
  });
  return proposed === undefined ? [decided] : [proposed, decided];
}

function blockRow(
  { context, blocks, containers }: Execution,
  block: Block,
  state: Pick<State, "feeState" | "l1ValidatorExcess" | "accruedFees">,
  totals: NetworkTotals,
  facts: Pick<BlockRow, "time" | "supply"> & Partial<BlockRow>,
): BlockRow {
  const { dynamicFees, validatorFees, upgrades } = context.network;
  const isEtna = BigInt(facts.time) >= upgrades.etna;
  const { capacity, excess } = state.feeState();
  const l1Excess = state.l1ValidatorExcess();
  const priceOf = (fees: { minPrice: bigint; excessConversionConstant: bigint }, over: bigint) =>
    isEtna ? gasPrice(fees.minPrice, over, fees.excessConversionConstant) : 0n;
  return {
    height: Number(block.height),
    id: block.id,
    parent_id: block.parentID,
    kind: block.kind,
    tx_count: blockTxs(block).length,
    byte_count: block.bytes.length,
    ...containerColumns(containers[blocks.indexOf(block)]),
    staked: totals.staked,
    delegated: totals.delegated,
    validators: totals.validators,
    delegators: totals.delegators,
    rewards: 0n,
    burned: 0n,
    l1_fees: 0n,
    gas_used: 0n,
    gas_capacity: capacity,
    gas_excess: excess,
    gas_price: priceOf(dynamicFees, excess),
    l1_active: totals.l1Active,
    l1_excess: l1Excess,
    l1_price: priceOf(validatorFees, l1Excess),
    l1_accrued_fees: state.accruedFees(),
    l1_balance: l1Balance(totals, state.accruedFees()),
    ...facts,
  };
}

/** Nobody signs options, nor blocks of proposers that were too late. */
function containerColumns(
  container: ReceivedContainer | undefined,
): Pick<BlockRow, "container_id" | "proposer"> {
  if (container === undefined) return { container_id: null, proposer: null };
  const { id, outer } = container;
  const certificate =
    outer === undefined || outer.kind === "Option" ? undefined : outer.proposal.certificate;
  const isSigned = certificate !== undefined && certificate.length > 0;
  return { container_id: id, proposer: isSigned ? hash160(certificate) : null };
}

const secondsOfDay = 86_400;

/** What a block adds to the row of its day. */
export function dayOf(block: BlockRow): LedgerRow<"days"> {
  const { height, time, tx_count, rewards, burned, l1_fees } = block;
  return {
    day: Math.floor(time / secondsOfDay),
    first_height: height,
    last_height: height,
    blocks: 1,
    txs: tx_count,
    rewards,
    burned,
    l1_fees,
  };
}
