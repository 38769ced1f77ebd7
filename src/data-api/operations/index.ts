import type { Operations } from "../operation.ts";
import { createWebhook } from "./create-webhook.ts";
import { deactivateWebhook } from "./deactivate-webhook.ts";
import { getAssetDetails } from "./get-asset-details.ts";
import { getBalancesByAddresses } from "./get-balances-by-addresses.ts";
import { getBlockById } from "./get-block-by-id.ts";
import { getBlockchainById } from "./get-blockchain-by-id.ts";
import { getChainIdsForAddresses } from "./get-chain-ids-for-addresses.ts";
import {
  getLastActivityTimestampByAddresses,
  getLastActivityTimestampByAddressesV2,
} from "./get-last-activity-timestamp-by-addresses.ts";
import { getNetworkDetails } from "./get-network-details.ts";
import { getSingleValidatorDetails } from "./get-single-validator-details.ts";
import { getSubnetById } from "./get-subnet-by-id.ts";
import { getTxByHash } from "./get-tx-by-hash.ts";
import { getUtxosByAddresses, getUtxosByAddressesV2 } from "./get-utxos-by-addresses.ts";
import { getWebhook } from "./get-webhook.ts";
import { listActivePrimaryNetworkStakingTransactions } from "./list-active-primary-network-staking-transactions.ts";
import { listAssetTransactions } from "./list-asset-transactions.ts";
import { listBlockchains } from "./list-blockchains.ts";
import { listDelegators } from "./list-delegators.ts";
import { listHistoricalPrimaryNetworkRewards } from "./list-historical-primary-network-rewards.ts";
import { listL1Validators } from "./list-l1-validators.ts";
import { listLatestPrimaryNetworkBlocks } from "./list-latest-primary-network-blocks.ts";
import { listLatestPrimaryNetworkTransactions } from "./list-latest-primary-network-transactions.ts";
import { listPendingPrimaryNetworkRewards } from "./list-pending-primary-network-rewards.ts";
import { listPrimaryNetworkBlocksByNodeId } from "./list-primary-network-blocks-by-node-id.ts";
import { listSubnets } from "./list-subnets.ts";
import { listValidators } from "./list-validators.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { generateOrRotateSharedSecret, getSharedSecret } from "./shared-secret.ts";
import { updateWebhook } from "./update-webhook.ts";
import { getVertexByHash, getVertexByHeight, listLatestXChainVertices } from "./vertices.ts";
import {
  addAddressesToWebhook,
  getAddressesFromWebhook,
  removeAddressesFromWebhook,
} from "./webhook-addresses.ts";

export const handlers: Operations = {
  addAddressesToWebhook,
  createWebhook,
  deactivateWebhook,
  generateOrRotateSharedSecret,
  getAddressesFromWebhook,
  getSharedSecret,
  getWebhook,
  listWebhooks,
  removeAddressesFromWebhook,
  updateWebhook,
  getAssetDetails,
  getBalancesByAddresses,
  getBlockById,
  getBlockchainById,
  getChainIdsForAddresses,
  getLastActivityTimestampByAddresses,
  getLastActivityTimestampByAddressesV2,
  getNetworkDetails,
  getSingleValidatorDetails,
  getSubnetById,
  getTxByHash,
  getUtxosByAddresses,
  getUtxosByAddressesV2,
  getVertexByHash,
  getVertexByHeight,
  listActivePrimaryNetworkStakingTransactions,
  listAssetTransactions,
  listBlockchains,
  listDelegators,
  listHistoricalPrimaryNetworkRewards,
  listL1Validators,
  listLatestPrimaryNetworkBlocks,
  listLatestPrimaryNetworkTransactions,
  listLatestXChainVertices,
  listPendingPrimaryNetworkRewards,
  listPrimaryNetworkBlocksByNodeId,
  listSubnets,
  listValidators,
};
