import type { Handler } from "../handler.ts";

/** The P-chain height of a block that is proposed now. avalanchego vms/proposervm/service.go @ v1.14.2 */
export const getProposedHeight: Handler<
  "proposervm.getProposedHeight",
  "chain" | "proposer" | "transactions"
> = (_params, { chain, proposer, transactions }) => {
  const parent = proposer.parent();
  const least = parent.isWrapped
    ? parent.pChainHeight
    : chain.network.upgrades.apricotPhase4MinPChainHeight;
  let height = transactions.minimumHeight();
  if (height < least) height = least;
  return { height: height.toString() };
};
