import { VerifiedSignatures } from "../../../src/crypto/verified-signatures.ts";
import { compareBytes, emptyId, equalBytes, type Id } from "../../../src/formats/bytes.ts";
import type { OutputOwners } from "../../../src/pchain/components/owners.ts";
import { isPermissioned } from "../../../src/pchain/executor/remove-subnet-validator.ts";
import { advanceTimeTo, nextBlockTime } from "../../../src/pchain/executor/time.ts";
import { type FeeCalculator, pickFeeCalculator } from "../../../src/pchain/fees/calculator.ts";
import { Diff } from "../../../src/pchain/state/diff.ts";
import type { L1Validator } from "../../../src/pchain/state/l1-validator.ts";
import type { Staker } from "../../../src/pchain/state/staker.ts";
import type { State } from "../../../src/pchain/state/state.ts";
import type { StateContents } from "../../../src/pchain/state/state-contents.ts";
import { canSign } from "./funds.ts";
import type { HistoryChain } from "./history-chain.ts";

/** What a user can know of the chain before the next block, as of that block's time. */
export class View {
  readonly world: HistoryChain;
  /** As it will be when the block's transactions are executed. */
  readonly state: State;
  readonly fee: FeeCalculator;
  /** The node's clock, by which locks open. */
  readonly now: bigint;
  /** Of the next block: an L1 validator that runs out holds it back. */
  readonly chainTime: bigint;

  constructor(world: HistoryChain) {
    const { store, context } = world;
    const execution = {
      chain: context,
      now: world.now,
      mode: "verified",
      sharedMemory: store.atomicUtxos,
      signatures: new VerifiedSignatures(),
    } as const;
    const diff = new Diff(store.state);
    advanceTimeTo(diff, nextBlockTime(diff, execution), execution);
    this.world = world;
    this.state = diff;
    this.fee = pickFeeCalculator(diff, context.network);
    this.now = world.now;
    this.chainTime = diff.timestamp();
  }

  /** The tables, for what a state cannot list. */
  get contents(): StateContents {
    return this.world.store.state;
  }

  get avaxAssetID(): Id {
    return this.world.context.avaxAssetID;
  }

  get isDurango(): boolean {
    return this.chainTime >= this.world.context.network.upgrades.durango;
  }

  get isEtna(): boolean {
    return this.chainTime >= this.world.context.network.upgrades.etna;
  }

  /** Subnets whose owner the test has the keys of. Here and below: in order, which the tables do not promise. */
  subnets(): { readonly subnetID: Id; readonly owner: OutputOwners }[] {
    return sortedByID(this.contents.allSubnetOwners())
      .map(([subnetID, owner]) => ({ subnetID, owner }))
      .filter(({ owner }) => canSign(owner));
  }

  /** Neither elastic nor an L1. */
  permissionedSubnets(): { readonly subnetID: Id; readonly owner: OutputOwners }[] {
    return this.subnets().filter(
      ({ subnetID }) =>
        this.state.subnetTransformation(subnetID) === undefined &&
        this.state.subnetConversion(subnetID) === undefined,
    );
  }

  elasticSubnets(): Id[] {
    return sortedByID(this.contents.allSubnetTransformations()).map(([subnetID]) => subnetID);
  }

  conversions(): { readonly subnetID: Id; readonly managerChainID: Id }[] {
    return sortedByID(this.contents.allSubnetConversions()).map(
      ([subnetID, { managerChainID }]) => ({ subnetID, managerChainID }),
    );
  }

  /** A chain of each subnet that has one. */
  chainOf(subnetID: Id): Id | undefined {
    for (const [validatedBy, chainID] of this.contents.allChainIDs()) {
      if (equalBytes(validatedBy, subnetID)) return chainID;
    }
    return undefined;
  }

  stakers(): Staker[] {
    return [...this.state.currentStakers(), ...this.state.pendingStakers()];
  }

  /** Validators of the primary network or an elastic subnet, current or pending, who staked something. */
  validatorsToDelegateTo(subnetID: Id): Staker[] {
    return this.stakers().filter(
      (staker) =>
        equalBytes(staker.subnetID, subnetID) &&
        this.#validator(staker) === staker &&
        !isPermissioned(staker),
    );
  }

  primaryValidators(): Staker[] {
    return this.validatorsToDelegateTo(emptyId);
  }

  /** All who delegate to a validator now or later. */
  delegatedWeight({ subnetID, nodeID }: Staker): bigint {
    const delegators = [
      ...this.state.currentDelegators(subnetID, nodeID),
      ...this.state.pendingDelegators(subnetID, nodeID),
    ];
    return delegators.reduce((sum, { weight }) => sum + weight, 0n);
  }

  l1Validators(subnetID?: Id): L1Validator[] {
    return [...this.contents.allL1Validators()]
      .filter((validator) => subnetID === undefined || equalBytes(validator.subnetID, subnetID))
      .map(({ validationID }) => validationID)
      .sort(compareBytes)
      .flatMap((validationID) => this.state.l1Validator(validationID) ?? []);
  }

  #validator({ subnetID, nodeID }: Staker): Staker | undefined {
    return (
      this.state.currentValidator(subnetID, nodeID) ?? this.state.pendingValidator(subnetID, nodeID)
    );
  }
}

function sortedByID<T extends readonly [Id, unknown]>(entries: Iterable<T>): T[] {
  return [...entries].sort(([a], [b]) => compareBytes(a, b));
}
