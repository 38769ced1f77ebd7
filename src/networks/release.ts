/** The names of the sets of rules, as `--rules` takes them. */
export const releaseNames = ["avalanchego-1.12", "newest"] as const;
export type ReleaseName = (typeof releaseNames)[number];

/** The longest transaction and block before Helicon. avalanchego vms/platformvm/block/executor/block.go @ v1.15.0 */
export const bytesMaxBeforeHelicon = 256 * 1024;

/** Rules that AvalancheGo changed between releases without an upgrade. A chain keeps the set it was created with. */
export type Release = {
  readonly name: ReleaseName;
  /** The longest transaction or block that the codec parses, at any time. */
  readonly codecBytesMax: number;
  /** The codec knows the transactions of Helicon, active or not. */
  readonly knowsHelicon: boolean;
  /** Transactions before Etna pay the network's static fees; later releases ask for no fee there. */
  readonly hasStaticFees: boolean;
  /** Standard blocks whose only effect is to deactivate an L1 validator are valid. */
  readonly allowsEvictionOnlyBlocks: boolean;
  /** Order and capacity of the mempool: by arrival with a limit in bytes, or by gas price with a limit in gas. */
  readonly mempool: "arrival" | "gas-price";
  /** A warp message's network ID is verified before its source is looked up. */
  readonly verifiesWarpNetworkFirst: boolean;
  /** The fee of a ConvertSubnetToL1Tx is calculated before its validators are verified. */
  readonly calculatesConversionFeeFirst: boolean;
  /** Adding up balances and fees has its own error texts. */
  readonly namesOverflows: boolean;
  /** A transaction without gas is remembered as dropped when a block with it is rejected. */
  readonly dropsUnmeteredTxs: boolean;
  /** Accepting a transaction forgets why it was dropped before. */
  readonly forgetsDropped: boolean;
  /** A genesis must lock at least 1 nAVAX for each initial staker. */
  readonly checksLockedAmount: boolean;
  readonly texts: ReleaseTexts;
};

type ReleaseTexts = {
  readonly periodMismatch: string;
  readonly addedAfterDeletion: string;
  /** Of the reward of a staker that gets none; the Go type follows unless it is empty. */
  readonly notRewardable: string;
  readonly namesNotRewardableType: boolean;
  readonly warpWeightOverflow: string;
};

export const releases: { readonly [name in ReleaseName]: Release } = {
  "avalanchego-1.12": {
    name: "avalanchego-1.12",
    codecBytesMax: 256 * 1024,
    knowsHelicon: false,
    hasStaticFees: true,
    allowsEvictionOnlyBlocks: false,
    mempool: "arrival",
    verifiesWarpNetworkFirst: true,
    calculatesConversionFeeFirst: true,
    namesOverflows: false,
    dropsUnmeteredTxs: false,
    forgetsDropped: true,
    checksLockedAmount: false,
    texts: {
      periodMismatch: "proposed staking period is not inside dependant staking period",
      addedAfterDeletion: "attempted to add a staker after deleting it",
      notRewardable: "expected permissionless staker",
      namesNotRewardableType: false,
      warpWeightOverflow: "weight overflowed: overflow",
    },
  },
  newest: {
    name: "newest",
    codecBytesMax: 2 * 1024 * 1024,
    knowsHelicon: true,
    hasStaticFees: false,
    allowsEvictionOnlyBlocks: true,
    mempool: "gas-price",
    verifiesWarpNetworkFirst: false,
    calculatesConversionFeeFirst: false,
    namesOverflows: true,
    dropsUnmeteredTxs: true,
    forgetsDropped: false,
    checksLockedAmount: true,
    texts: {
      periodMismatch: "proposed staking period is not inside dependent staking period",
      addedAfterDeletion: "putting validator: attempted to add a staker after deleting it",
      notRewardable: "unexpected staker transaction type",
      namesNotRewardableType: true,
      warpWeightOverflow: "overflow",
    },
  },
};

/** The rules of a chain unless others are chosen. */
export const defaultRelease = releases["avalanchego-1.12"];
