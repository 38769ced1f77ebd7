import { payerAddress } from "../../support/transfers.ts";
import { gasFlags, heightOf, makeLargeTxs, manyAddresses } from "../large-txs.ts";
import { call, post } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";
import { type Attacks, ask, batch, waitsBeside } from "../waits-beside.ts";

export const torture: TortureCase = {
  attack: "one connection that asks for the largest answers, pipelined and in batches",
  run: async (stage) => {
    const node = await stage.startNode("--stakers=1000", "--index-enabled", ...gasFlags);
    const txIDs = await makeLargeTxs(node);
    for (const address of manyAddresses.slice(0, 200)) {
      await node.call("/ext/dev", "dev.fund", { address, amount: 1 });
    }
    return waitsBeside(stage, node, attacksOf(txIDs, await heightOf(node)));
  },
};

function attacksOf(txIDs: readonly string[], height: number): Attacks {
  const tx = { txID: txIDs[0], encoding: "json" };
  const owners = [...manyAddresses.slice(1), payerAddress];
  const index = (method: string, params: object) =>
    post("/ext/index/P/block", call(method, params));
  const heights = Array.from({ length: 1_000 }, (_, i) => i % (height + 1));
  return {
    "200 pipelined getTx of the largest, as JSON": () => ask("platform.getTx", tx).repeat(200),
    "200 pipelined getBlockByHeight of the largest, as JSON": () =>
      ask("platform.getBlockByHeight", { height, encoding: "json" }).repeat(200),
    "a batch of 1,000 getBlockByHeight of the largest": () =>
      batch(1_000, call("platform.getBlockByHeight", { height, encoding: "json" })),
    "200 pipelined getUTXOs of 1,024 addresses": () =>
      ask("platform.getUTXOs", { addresses: owners, limit: 1_024 }).repeat(150),
    "200 pipelined getUTXOs of 1,024 addresses, as JSON": () =>
      ask("platform.getUTXOs", { addresses: owners, limit: 1_024, encoding: "json" }).repeat(150),
    "a batch of 150 getBalance of 1,024 addresses": () =>
      batch(150, call("platform.getBalance", { addresses: owners })),
    "a batch of 600 getStake of 256 addresses": () =>
      batch(600, call("platform.getStake", { addresses: owners.slice(-256) })),
    "1,000 pipelined getRewardUTXOs": () =>
      ask("platform.getRewardUTXOs", { txID: txIDs[0] }).repeat(1_000),
    "500 pipelined getCurrentValidators": () => ask("platform.getCurrentValidators").repeat(500),
    "a batch of 1,000 getCurrentValidators": () =>
      batch(1_000, call("platform.getCurrentValidators")),
    "1,000 pages of sorted getCurrentValidators in a batch": () =>
      post(
        "/ext/bc/P",
        `[${heights.map((_, i) => call("platform.getCurrentValidators", sortedPage(i)))}]`,
      ),
    "a batch of 1,000 getValidatorsAt": () =>
      post(
        "/ext/bc/P",
        `[${heights.map((at) => call("platform.getValidatorsAt", { height: at }))}]`,
      ),
    "a batch of 1,000 getAllValidatorsAt": () =>
      post(
        "/ext/bc/P",
        `[${heights.map((at) => call("platform.getAllValidatorsAt", { height: at }))}]`,
      ),
    "500 pipelined getContainerRange of 1,024": () =>
      index("index.getContainerRange", {
        startIndex: 0,
        numToFetch: 1_024,
        encoding: "hex",
      }).repeat(500),
    "a batch of 500 getContainerRange as JSON": () =>
      post(
        "/ext/index/P/block",
        `[${Array(500).fill(call("index.getContainerRange", { startIndex: 0, numToFetch: 1_024, encoding: "json" }))}]`,
      ),
    "100 pipelined rpc.discover": () => ask("rpc.discover").repeat(100),
    "a mixture of methods, pipelined": () =>
      [
        ask("platform.getHeight"),
        ask("platform.sampleValidators", { size: 65_535 }),
        ask("platform.getCurrentValidators"),
        ask("platform.getTx", tx),
        "GET /ext/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET /ext/metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET /docs/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "OPTIONS /ext/dev HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
      ]
        .join("")
        .repeat(60),
    "500 pipelined GET of the metrics": () =>
      "GET /ext/metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(500),
    "500 pipelined GET of the health": () =>
      "GET /ext/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(500),
    "500 pipelined GET of the playground": () =>
      "GET /docs/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n".repeat(500),
    "100 pipelined dev.dumpState": () => post("/ext/dev", call("dev.dumpState")).repeat(100),
    "200 pipelined info.peers": () => post("/ext/info", call("info.peers")).repeat(200),
  };
}

/** Another page each time, so that no answer is one of before. */
function sortedPage(i: number): object {
  return {
    filter: { minWeight: i },
    sort: { by: "uptime", descending: i % 2 === 0 },
    page: { limit: 1_000 },
  };
}
