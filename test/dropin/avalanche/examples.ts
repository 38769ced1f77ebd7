/** An example that is run, or why it is not. */
export type Example = Run | { readonly skipped: string };

export type Run = {
  /** What it prints; of a transaction its ID follows the success, and the transaction is then committed. */
  readonly prints: RegExp;
  /** The next example begins where this one ends; the chain goes back after every other. */
  readonly keeps?: true;
};

const noNode = { skipped: "asks no node" };
const success = /^Success! TXID: \w+$/m;
const otherNetwork = { skipped: "names chains of another network by their IDs" };
const expired = { skipped: "its staking period began in 2022" };
const asksOldBalance = {
  skipped: "exports its balance, asked in a form that AvalancheGo reads no more",
};
const noIndex = { skipped: "asks the X-chain's index, in which is nothing" };

/** By path below `examples/`, in an order in which each finds what it needs. */
export const examples: Readonly<Record<string, Example>> = {
  "health/health.ts": { prints: /healthy: true/ },
  "info/getBlockchainID.ts": { prints: /^\w{40,}$/m },
  "info/getNetworkID.ts": { prints: /^1337$/m },
  "info/getNetworkName.ts": { prints: /^network-1337$/m },
  "info/getNodeID.ts": { prints: /^NodeID-\w+$/m },
  "info/getNodeVersion.ts": { prints: /^avalanchego\/1\.12\.1$/m },
  "info/getTxFee.ts": { prints: /txFee: <BN: f4240>/ },
  "info/isBootstrapped.ts": { prints: /^true$/m },
  "info/peers.ts": { prints: /^\[\]$/m },
  "info/uptime.ts": { prints: /rewardingStakePercentage: '100\.0000'/ },
  "metrics/getMetrics.ts": { prints: /^# HELP avalanche_/m },
  "keystore/createUser.ts": { prints: /^\{\}$/m, keeps: true },
  "keystore/listUsers.ts": { prints: /^\[ 'username' \]$/m, keeps: true },
  "keystore/exportUser.ts": { prints: /^0x0000[0-9a-f]{100,}$/m, keeps: true },
  "keystore/deleteUser.ts": { prints: /^\{\}$/m },
  "keystore/importUser.ts": { skipped: "reads a file that its reader writes" },
  "index/isAccepted.ts": { prints: /isAccepted: false/ },
  "index/getContainerByID.ts": noIndex,
  "index/getContainerByIndex.ts": noIndex,
  "index/getContainerRange.ts": noIndex,
  "index/getIndex.ts": noIndex,
  "index/getLastAccepted.ts": noIndex,
  "index/getLastVertex.ts": { skipped: "asks the X-chain's vertices, which ended with Cortina" },
  "index/traverseDAG.ts": { skipped: "asks the X-chain's vertices, which ended with Cortina" },
  "platformvm/getBalance.ts": { prints: /balance: '0'/ },
  "platformvm/getBlockchainStatus.ts": { prints: /^Unknown$/m },
  "platformvm/getBlockchains.ts": { prints: /name: 'C-Chain'/ },
  "platformvm/getCurrentSupply.ts": { prints: /^36\d{16}$/m },
  "platformvm/getCurrentValidators.ts": {
    prints: /nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'/,
  },
  "platformvm/getPendingValidators.ts": { prints: /validators: \[\]/ },
  "platformvm/getRewardUTXOs.ts": { prints: /numFetched: '0'/ },
  "platformvm/getStake.ts": { prints: /staked: <BN: 0>/ },
  "platformvm/getStakingAssetID.ts": { prints: /^\w{40,}$/m },
  "platformvm/getSubnets.ts": { prints: /id: '11111111111111111111111111111111LpoYY'/ },
  "platformvm/getTxStatus.ts": { prints: /status: 'Unknown'/ },
  "platformvm/getValidatorsAt.ts": { prints: /NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg/ },
  "platformvm/buildAddValidatorTx.ts": { prints: success },
  "platformvm/addValidatorTx.ts": { prints: success, keeps: true },
  "platformvm/buildAddDelegatorTx.ts": { prints: success },
  "platformvm/buildCreateSubnetTx.ts": { prints: success },
  "platformvm/createSubnetTx.ts": { prints: success },
  "platformvm/addDelegatorTx.ts": {
    skipped: "stakes another amount than it declares, which is refused",
  },
  "platformvm/addSubnetValidatorTx.ts": expired,
  "platformvm/buildAddSubnetValidatorTx.ts": expired,
  "platformvm/baseTx-avax-create-multisig.ts": {
    skipped: "sends the P-chain an X-chain transaction",
  },
  "platformvm/buildExportTx-CChain.ts": asksOldBalance,
  "platformvm/buildExportTx-XChain.ts": asksOldBalance,
  "platformvm/JSONPChainTx.ts": otherNetwork,
  "platformvm/getTx.ts": otherNetwork,
  "platformvm/buildCreateChainTx.ts": otherNetwork,
  "platformvm/createChainTx.ts": otherNetwork,
  "platformvm/buildImportTx-CChain.ts": otherNetwork,
  "platformvm/buildImportTx-XChain.ts": otherNetwork,
  "platformvm/exportTx-AVAX-from-the-cchain-and-create-a-multisig-atomic-output.ts": otherNetwork,
  "platformvm/exportTx-cchain.ts": otherNetwork,
  "platformvm/exportTx-xchain.ts": otherNetwork,
  "platformvm/importTx-avax-cchain-create-multisig.ts": otherNetwork,
  "platformvm/importTx-avax-from-the-xchain-and-create-a-multisig-utxo.ts": otherNetwork,
  "platformvm/importTx-avax-to-the-P-Chain-from-the-C-Chain-and-consume-a-multisig-atomic-output-and-a-create-multisig-output.ts":
    otherNetwork,
  "platformvm/importTx-xchain.ts": otherNetwork,
  "platformvm/createKeypair.ts": noNode,
  "platformvm/getInterfaces.ts": noNode,
  "platformvm/subnetAuth.ts": noNode,
};

/** Folders of examples for what this node does not have, or that ask no node. */
export const foreignFolders: readonly string[] = [
  "admin",
  "auth",
  "avm",
  "bintools",
  "evm",
  "hdnode",
  "mnemonic",
  "pubsub",
  "socket",
];
