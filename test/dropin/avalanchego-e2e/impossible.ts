import { type Impossible, threeChains } from "../go/impossible.ts";

const besides = (more: string): Impossible => ({
  ...threeChains,
  why: `${threeChains.why}; ${more}`,
});

/** Specs about the P-chain that a node without an X- and a C-chain cannot pass; some want more besides. */
export const impossible: Readonly<Record<string, Impossible>> = {
  "[P-Chain] [P-Chain Wallet] should support retrieving subnet owners": threeChains,
  "[P-Chain] [Validator Sets] should be identical for every height for all nodes in the network":
    threeChains,
  "[P-Chain] [Workflow] P-chain main operations": besides("then it imports on the X-chain"),
  "[P-Chain] [Interchain Workflow] should ensure that funds can be transferred from the P-Chain to the X-Chain and the C-Chain":
    besides("then it imports on both"),
  "[P-Chain] [L1] creates and updates L1 validators": besides(
    "then it asks peers for signatures of an L1",
  ),
  "[Staking Rewards] should ensure that validator node uptime determines whether a staking reward is issued":
    besides("then nodes must see each other's uptime"),
};
