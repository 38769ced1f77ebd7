import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";
import type {
  BlockResult,
  NetworkStatusResult,
  Operation,
  Transaction,
} from "../../../src/generated/mesh/types.ts";
import { ask } from "../../e2e/rpc.ts";
import { MeshApi } from "../../support/mesh-api.ts";

/** Differences that are intended, each with how often it was met. */
export type Comparison = { readonly masked: Record<Mask, number>; compared: number };
type Mask = "exports" | "execution" | "aborted" | "unsupported";

export function newComparison(): Comparison {
  return { masked: { exports: 0, execution: 0, aborted: 0, unsupported: 0 }, compared: 0 };
}

type Side = { readonly program: string; readonly url: string };

type LedgerOutput = {
  readonly txID: string;
  readonly outputIndex: number;
  readonly assetID: string;
  readonly amount: string;
  readonly origin: string;
  readonly owner?: {
    readonly threshold: string;
    readonly locktime: string;
    readonly addresses: readonly string[];
  };
};

type LedgerTx = {
  readonly transaction: { readonly stakingTxID?: string; readonly status: string };
  readonly inputs: readonly LedgerOutput[];
  readonly outputs: readonly LedgerOutput[];
};

type Answer = { readonly transaction?: Transaction; readonly error?: string };

/** Throws if an operation of a transaction that both know differs. */
export async function compareChain(side: Side, comparison: Comparison): Promise<void> {
  const api = new MeshApi(side.url, "network-1337");
  const { current_block_identifier: last } = await api.get<NetworkStatusResult>("/network/status");
  const own: Transaction[] = [];
  const asked: object[] = [];
  for (let index = 1; index <= last.index; index++) {
    const { block } = await api.get<BlockResult>("/block", { block_identifier: { index } });
    for (const transaction of block!.transactions) {
      const request = await requestOf(transaction, side.url, comparison);
      if (request === undefined) continue;
      own.push(transaction);
      asked.push(request);
    }
  }
  const theirs = await parsed(side, asked);
  assert.equal(theirs.length, own.length);
  for (const [at, { transaction, error }] of theirs.entries()) {
    const { transaction_identifier, operations } = own[at]!;
    assert.equal(error, undefined, transaction_identifier.hash);
    const wanted = transaction!.operations ?? [];
    const known = operations.filter((operation) => !isMasked(operation, wanted, comparison));
    assert.deepEqual(known.map(comparable), wanted.map(comparable));
    comparison.compared += 1;
  }
}

/** What the parser reads of a transaction; undefined if it cannot know it. */
async function requestOf(
  { transaction_identifier: { hash }, metadata, operations }: Transaction,
  url: string,
  { masked }: Comparison,
): Promise<object | undefined> {
  const type = String(metadata!["tx_type"]);
  if (metadata!["status"] === "Aborted") {
    masked.aborted += 1;
    return undefined;
  }
  if (/AUTO_RENEWED/.test(type)) {
    masked.unsupported += 1;
    return undefined;
  }
  if (type === "L1_FEES" || type === "DEV") {
    masked.execution += operations.length;
    return undefined;
  }
  const { transaction, inputs, outputs } = await ask<LedgerTx>(
    url,
    "/ext/ledger",
    "ledger.getTransaction",
    {
      txID: hash,
    },
  );
  const staking = transaction.stakingTxID;
  return {
    bytes: await bytesOf(url, hash),
    // What was imported has no owner here.
    inputs: inputs.filter(({ owner }) => owner !== undefined).map(outputOf),
    ...(staking !== undefined && {
      staking: await bytesOf(url, staking),
      rewards: outputs.filter(({ origin }) => origin === "reward").map(outputOf),
    }),
  };
}

async function bytesOf(url: string, txID: string): Promise<string> {
  const encoding = "hex";
  const { tx } = await ask<{ readonly tx: string }>(url, "/ext/bc/P", "platform.getTx", {
    txID,
    encoding,
  });
  // Without 0x and the checksum.
  return tx.slice(2, -8);
}

function outputOf({ owner, ...output }: LedgerOutput) {
  const { threshold, locktime, addresses } = owner!;
  return { ...output, threshold: Number(threshold), locktime, addresses };
}

async function parsed({ program, url }: Side, txs: readonly object[]): Promise<readonly Answer[]> {
  const { assetID } = await ask<{ readonly assetID: string }>(
    url,
    "/ext/bc/P",
    "platform.getStakingAssetID",
  );
  const chain = async (alias: string) => {
    const { blockchainID } = await ask<{ readonly blockchainID: string }>(
      url,
      "/ext/info",
      "info.getBlockchainID",
      { alias },
    );
    return blockchainID;
  };
  const chains = {
    P: "11111111111111111111111111111111LpoYY",
    X: await chain("X"),
    C: await chain("C"),
  };
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ hrp: "custom", avaxAssetID: assetID, chains, txs }));
  return JSON.parse((await buffer(child.stdout)).toString()) as readonly Answer[];
}

/** Operations that the parser does not have: exported outputs are metadata there, and it does not execute. */
function isMasked(
  { account, type, coin_change }: Operation,
  wanted: readonly Operation[],
  { masked }: Comparison,
): boolean {
  const { address } = account!;
  if (/^[XC]-/.test(address)) {
    masked.exports += 1;
    return true;
  }
  const coin = coin_change?.coin_identifier.identifier;
  // What is left of the balance of an L1 validator is paid back.
  const isPaidBack =
    /^(DISABLE_L1_VALIDATOR|SET_L1_VALIDATOR_WEIGHT)_TX$/.test(type) &&
    coin_change?.coin_action === "coin_created" &&
    !wanted.some((each) => each.coin_change?.coin_identifier.identifier === coin);
  if (address.startsWith("P-") && !isPaidBack) return false;
  masked.execution += 1;
  return true;
}

function comparable({ type, account, amount, coin_change, status, metadata }: Operation) {
  return { type, account, amount, coin_change, status, metadata };
}
