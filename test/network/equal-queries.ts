import { ask } from "../e2e/rpc.ts";
import type { Traces } from "./every-tx-type.ts";

type Query = readonly [path: string, method: string, params: Readonly<Record<string, unknown>>];

/** Fields that each node observes itself. */
const observed = /"(uptime|connected|timestamp)":("[^"]*"|true|false)/g;

const primary = "11111111111111111111111111111111LpoYY";

/**
 * Sends the same queries to two nodes at the same height and compares the results as text. Returns how many were equal;
 * throws with the differences. Values that each node observes itself are masked.
 */
export async function compareQueries(
  url: string,
  otherUrl: string,
  { height, addresses, traces }: { height: bigint; addresses: readonly string[]; traces: Traces },
): Promise<number> {
  const queries = [
    ...chainQueries(traces),
    ...addressQueries(addresses),
    ...(await blockQueries(otherUrl, height)),
    ...setQueries(height, [primary, ...traces.subnetIDs]),
    ...infoQueries,
  ];
  const differences: string[] = [];
  for (const query of queries) {
    const [ours, theirs] = await Promise.all([url, otherUrl].map((node) => outcome(node, query)));
    if (ours !== theirs) {
      differences.push(
        `${query[1]} ${JSON.stringify(query[2])}\n  ours   ${ours}\n  theirs ${theirs}`,
      );
    }
  }
  if (differences.length === 0) return queries.length;
  const shown = differences.slice(0, 12).map((each) => each.slice(0, 1_200));
  throw new Error(
    `${differences.length} of ${queries.length} queries differ:\n${shown.join("\n")}`,
  );
}

function chainQueries({ subnetIDs, validationID, stakerTxIDs }: Traces): readonly Query[] {
  const [, l1] = subnetIDs;
  const plain = [
    "getHeight",
    "getTimestamp",
    "getFeeConfig",
    "getFeeState",
    "getValidatorFeeConfig",
    "getValidatorFeeState",
    "getMinStake",
    "getSubnets",
    "getBlockchains",
    "getCurrentSupply",
    "getStakingAssetID",
    "getTotalStake",
    "getCurrentValidators",
  ].map((name) => platform(name));
  return [
    ...plain,
    ...subnetIDs.flatMap((subnetID) => [
      platform("getSubnet", { subnetID }),
      platform("getCurrentSupply", { subnetID }),
      platform("getCurrentValidators", { subnetID }),
      platform("validates", { subnetID }),
    ]),
    platform("getTotalStake", { subnetID: primary }),
    platform("getTotalStake", { subnetID: l1 }),
    platform("getL1Validator", { validationID }),
    ...stakerTxIDs.map((txID) => platform("getRewardUTXOs", { txID, encoding: "hex" })),
    platform("getTxStatus", { txID: l1 }),
    platform("getTxStatus", { txID: primary }),
    platform("getTx", { txID: primary }),
    ...["P", "X", "C", "unknown"].map((blockchainID) =>
      platform("getBlockchainStatus", { blockchainID }),
    ),
    platform("getHeight", { extra: 1 }),
    platform("getNothing"),
  ];
}

function addressQueries(addresses: readonly string[]): readonly Query[] {
  return addresses.flatMap((address) => [
    platform("getBalance", { addresses: [address] }),
    platform("getStake", { addresses: [address] }),
    platform("getUTXOs", { addresses: [address] }),
    platform("getUTXOs", { addresses: [address], sourceChain: "X" }),
    platform("getUTXOs", { addresses: [address], limit: 2 }),
  ]);
}

/** Every block and every transaction in it. */
async function blockQueries(url: string, height: bigint): Promise<readonly Query[]> {
  const queries: Query[] = [];
  for (let at = 0n; at <= height; at++) {
    for (const encoding of ["hex", "json"]) {
      queries.push(platform("getBlockByHeight", { height: at.toString(), encoding }));
    }
    const { block } = await ask<{ block: { id: string; txs?: { id: string }[] | null } }>(
      url,
      "/ext/bc/P",
      "platform.getBlockByHeight",
      { height: at.toString(), encoding: "json" },
    );
    queries.push(platform("getBlock", { blockID: block.id, encoding: "hex" }));
    for (const { id } of block.txs ?? []) {
      queries.push(platform("getTx", { txID: id, encoding: "hex" }));
      queries.push(platform("getTx", { txID: id, encoding: "json" }));
      queries.push(platform("getTxStatus", { txID: id }));
    }
  }
  return queries;
}

function setQueries(height: bigint, subnetIDs: readonly string[]): readonly Query[] {
  const heights = Array.from({ length: Number(height) + 2 }, (_, at) => at);
  return heights.flatMap((at) => [
    ...subnetIDs.map((subnetID) => platform("getValidatorsAt", { subnetID, height: at })),
    platform("getAllValidatorsAt", { height: at }),
  ]);
}

const infoQueries: readonly Query[] = [
  ...["getNetworkID", "getNetworkName", "getTxFee", "upgrades"].map(
    (name): Query => ["/ext/info", `info.${name}`, {}],
  ),
  ...["P", "X", "C"].flatMap((chain): Query[] => [
    ["/ext/info", "info.isBootstrapped", { chain }],
    ["/ext/info", "info.getBlockchainID", { alias: chain }],
  ]),
  [
    "/ext/index/P/block",
    "index.getContainerRange",
    { startIndex: 0, numToFetch: 1024, encoding: "hex" },
  ],
  ["/ext/index/P/block", "index.getLastAccepted", { encoding: "hex" }],
];

function platform(name: string, params: Readonly<Record<string, unknown>> = {}): Query {
  return ["/ext/bc/P", `platform.${name}`, params];
}

/** The body, status and all, without what each node observes itself. */
async function outcome(url: string, [path, method, params]: Query): Promise<string> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = (await response.text()).trim();
  const isChainTime = method === "platform.getTimestamp" || path === "/ext/bc/P";
  return `${response.status} ${text.replace(observed, (whole, field) =>
    field === "timestamp" && isChainTime ? whole : `"${field}":"masked"`,
  )}`;
}
