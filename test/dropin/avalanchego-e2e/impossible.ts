const threeChains =
  "makes a wallet of three chains, which asks the X- and the C-chain for UTXOs and balances: they do not run here";

/** Specs about the P-chain that a node without an X- and a C-chain cannot pass; some want more besides. */
export const impossible: Readonly<Record<string, string>> = {
  "[P-Chain] [P-Chain Wallet] should support retrieving subnet owners": threeChains,
  "[P-Chain] [Validator Sets] should be identical for every height for all nodes in the network":
    threeChains,
  "[P-Chain] [Workflow] P-chain main operations": `${threeChains}; then it imports on the X-chain`,
  "[P-Chain] [Interchain Workflow] should ensure that funds can be transferred from the P-Chain to the X-Chain and the C-Chain": `${threeChains}; then it imports on both`,
  "[P-Chain] [L1] creates and updates L1 validators": `${threeChains}; then it asks peers for signatures of an L1`,
  "[Staking Rewards] should ensure that validator node uptime determines whether a staking reward is issued": `${threeChains}; then nodes must see each other's uptime`,
};
