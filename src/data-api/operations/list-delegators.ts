import { type BytesKey, keyOf } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { PeriodRecord } from "../../store/ledger/queries/ledger-queries.ts";
import { addressesOf } from "../../store/ledger/schema.ts";
import { requireNetwork } from "../chain.ts";
import { delegatorView } from "../delegator-view.ts";
import { addressesParam, nodeIDsParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import { filtered } from "../lists.ts";
import type { Operation } from "../operation.ts";
import { requestedPage } from "../page.ts";
import { periodForm, periodList, periodPlace } from "../period-list.ts";

const periodStatus = { active: "running", pending: "pending", completed: "ended" } as const;

/** Delegations on the primary network. */
export const listDelegators: Operation<"listDelegators"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { nodeIds, rewardAddresses, delegationStatus, sortOrder } = params;
  const addresses =
    rewardAddresses === undefined
      ? undefined
      : addressesParam("rewardAddresses", rewardAddresses, context);
  const nodeIDs = nodeIds === undefined ? undefined : nodeIDsParam("nodeIds", nodeIds);
  const whole = wholeLedger(context);
  const selection = ["delegators", nodeIds, rewardAddresses, delegationStatus] as const;
  const isDescending = sortOrder === "desc";
  const { page, token } = requestedPage(
    params,
    { selection, isDescending, form: periodForm },
    whole,
  );
  const all = periodList(whole.ledger, {
    nodeIDs,
    addresses,
    subnetID: primaryNetworkID,
    role: "delegator",
    status: delegationStatus && periodStatus[delegationStatus],
  });
  const wanted = addresses && new Set<BytesKey>(addresses.map(keyOf));
  // The ledger also finds those whose stake an address owns.
  const isWanted = ({ reward_addresses }: PeriodRecord) =>
    wanted === undefined || addressesOf(reward_addresses).some((each) => wanted.has(keyOf(each)));
  const { rows, next } = filtered(all, isWanted, periodPlace)(page);
  return { ...token(next), delegators: rows.map((row) => delegatorView(row, context)) };
};
