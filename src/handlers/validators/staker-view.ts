import { formatFloat4 } from "../../formats/float.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import type { OutputOwners, TxProofOfPossession } from "../../generated/types.ts";
import type { ProofOfPossession } from "../../pchain/components/signer.ts";
import type { Staker } from "../../pchain/state/staker.ts";
import type { Tx } from "../../pchain/txs/tx.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import { nodeIDText } from "../id-text.ts";
import { ownersView } from "./owner-view.ts";

/** What every staker shows, as long as it stakes. */
export type StakerView = {
  readonly txID: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly weight: string;
  readonly nodeID: string;
  readonly potentialReward: string;
};

/** What a validator with stake shows besides. */
export type ValidatorTerms = {
  readonly validationRewardOwner: OutputOwners;
  readonly delegationRewardOwner: OutputOwners;
  readonly delegationFee: string;
  readonly signer: TxProofOfPossession | undefined;
};

export type DelegatorTerms = { readonly rewardOwner: OutputOwners };

/** A staker stays the same object while it stakes, so that its texts are worked out once. */
const stakerViews = new WeakMap<Staker, StakerView>();
const validatorTermsOf = new WeakMap<Staker, ValidatorTerms>();
const delegatorTermsOf = new WeakMap<Staker, DelegatorTerms>();

type Context = Pick<HandlerContext, "chain" | "queries">;

export function stakerView(staker: Staker): StakerView {
  return remembered(stakerViews, staker, () => ({
    txID: formatId(staker.txID),
    startTime: staker.startTime.toString(),
    endTime: staker.endTime.toString(),
    weight: staker.weight.toString(),
    nodeID: nodeIDText(staker.nodeID),
    potentialReward: staker.potentialReward.toString(),
  }));
}

/** Of a validator with stake. */
export function validatorTerms(staker: Staker, { chain, queries }: Context): ValidatorTerms {
  return remembered(validatorTermsOf, staker, () => {
    const { unsigned } = stakerTx(staker, queries);
    if (unsigned.kind === "AddValidatorTx") {
      const owner = ownersView(unsigned.rewardsOwner, chain);
      return {
        validationRewardOwner: owner,
        delegationRewardOwner: owner,
        delegationFee: percentOfShares(unsigned.shares),
        signer: undefined,
      };
    }
    if (unsigned.kind !== "AddPermissionlessValidatorTx") {
      throw new Error(`A ${unsigned.kind} adds no validator with stake.`);
    }
    const { signer } = unsigned;
    return {
      validationRewardOwner: ownersView(unsigned.validationRewardsOwner, chain),
      delegationRewardOwner: ownersView(unsigned.delegationRewardsOwner, chain),
      delegationFee: percentOfShares(unsigned.shares),
      signer: signer.kind === "Empty" ? undefined : proofView(signer),
    };
  });
}

export function delegatorTerms(staker: Staker, { chain, queries }: Context): DelegatorTerms {
  return remembered(delegatorTermsOf, staker, () => {
    const { unsigned } = stakerTx(staker, queries);
    if (unsigned.kind !== "AddDelegatorTx" && unsigned.kind !== "AddPermissionlessDelegatorTx") {
      throw new Error(`A ${unsigned.kind} adds no delegator.`);
    }
    return { rewardOwner: ownersView(unsigned.rewardsOwner, chain) };
  });
}

function remembered<View>(views: WeakMap<Staker, View>, staker: Staker, make: () => View): View {
  const known = views.get(staker);
  if (known !== undefined) return known;
  const view = make();
  views.set(staker, view);
  return view;
}

function stakerTx({ txID }: Staker, { txs }: ChainQueries): Tx {
  const accepted = txs.byID(txID);
  if (accepted === undefined) throw new Error("A staker has no transaction.");
  return accepted.tx;
}

/** Of 1,000,000 shares, in percent. AvalancheGo reckons with 32-bit floats. */
function percentOfShares(shares: number): string {
  return formatFloat4(Math.fround(Math.fround(100 * shares) / 1_000_000));
}

function proofView({ publicKey, proofOfPossession }: ProofOfPossession): TxProofOfPossession {
  return { publicKey: formatHex(publicKey), proofOfPossession: formatHex(proofOfPossession) };
}
