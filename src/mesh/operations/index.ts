import type { Operations } from "../operation.ts";
import { accountBalance } from "./account-balance.ts";
import { accountCoins } from "./account-coins.ts";
import { block } from "./block.ts";
import { blockTransaction } from "./block-transaction.ts";
import { constructionCombine } from "./construction-combine.ts";
import { constructionDerive } from "./construction-derive.ts";
import { constructionHash } from "./construction-hash.ts";
import { constructionMetadata } from "./construction-metadata.ts";
import { constructionParse } from "./construction-parse.ts";
import { constructionPayloads } from "./construction-payloads.ts";
import { constructionPreprocess } from "./construction-preprocess.ts";
import { constructionSubmit } from "./construction-submit.ts";
import { eventsBlocks } from "./events-blocks.ts";
import { mempool } from "./mempool.ts";
import { mempoolTransaction } from "./mempool-transaction.ts";
import { networkList } from "./network-list.ts";
import { networkOptions } from "./network-options.ts";
import { networkStatus } from "./network-status.ts";
import { searchTransactions } from "./search-transactions.ts";

/** A handler for every operation of the document. */
export const handlers: Operations = {
  networkList,
  networkOptions,
  networkStatus,
  block,
  blockTransaction,
  accountBalance,
  accountCoins,
  mempool,
  mempoolTransaction,
  eventsBlocks,
  searchTransactions,
  constructionDerive,
  constructionPreprocess,
  constructionMetadata,
  constructionPayloads,
  constructionCombine,
  constructionParse,
  constructionHash,
  constructionSubmit,
};
