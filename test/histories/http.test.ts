import { afterEach, expect, it } from "vitest";
import { nodeConfig } from "../../src/cli/config.ts";
import { readRawConfig } from "../../src/cli/raw-config.ts";
import { formatHex } from "../../src/formats/hex.ts";
import { formatId } from "../../src/formats/id.ts";
import type { JsonValue } from "../../src/formats/json.ts";
import type { CallAnswer } from "../../src/node/apis/answer-call.ts";
import { createNode } from "../../src/node/create-node.ts";
import { silentLog } from "../../src/node/logging/log.ts";
import type { Node } from "../../src/node/node.ts";
import { compareTried, type TriedOn } from "../../src/replay/compare-tried.ts";
import { readEvent } from "../../src/replay/event.ts";
import { openHistory } from "../../src/replay/history-source.ts";
import { Tallies } from "../../src/replay/tally.ts";
import { type HistoryName, rulesFlag } from "../support/histories.ts";
import { historyFolder } from "../support/history-chain.ts";
import { answersOver } from "../support/http-answers.ts";

/** The other two have a SetL1ValidatorWeightTx that a node with containers would refuse at issue. */
const compared: readonly (readonly [HistoryName, number])[] = [
  ["small", 1_025],
  ...(process.env["COULOIR_ALL_CHAINS"] === "1"
    ? ([
        ["etna-to-helicon-3", 9_040],
        ["etna-to-helicon-9", 7_708],
      ] as const)
    : []),
];

let node: Node | undefined;
let url: string;

async function startFor(name: HistoryName): Promise<void> {
  const { flags } = await openHistory(historyFolder(name));
  const rules = rulesFlag(name);
  const own = [
    "--block-production=manual",
    "--gas-limit=network",
    `--api-profile=${rules === "--rules=newest" ? "avalanchego" : "avalanchego-1.12"}`,
    "--db-type=memdb",
  ];
  const ephemeral = ["--staking-ephemeral-cert-enabled", "--staking-ephemeral-signer-enabled"];
  const args = [...flags, rules, ...own, ...ephemeral, "--http-port=0", "--staking-port=0"];
  node = await createNode(nodeConfig(await readRawConfig(args, {})), silentLog);
  url = await node.start();
}

afterEach(() => node?.stop());

async function call(method: string, params: JsonValue): Promise<CallAnswer> {
  const path = method.startsWith("dev.") ? "/ext/dev" : "/ext/bc/P";
  return answersOver(url + path)({ clock: 0, method, params });
}

async function result(method: string, params: JsonValue): Promise<JsonValue> {
  const answer = await call(method, params);
  expect(answer.error, method).toBeUndefined();
  return answer.result!;
}

it.each(compared)("executes the history %s through the API of a node", async (name, count) => {
  await startFor(name);
  const tallies = new Tallies();
  let clock = -1n;
  const on: TriedOn = {
    tallies,
    setClock: async (nowSeconds) => {
      if (nowSeconds !== clock)
        await result("dev.setTime", { timestamp: nowSeconds, frozen: true });
      clock = nowSeconds;
    },
    answer: ({ method, params }) => call(method, params),
    refusalOf: async ({ bytes, pChainHeight }) =>
      (await call("dev.acceptBlock", { block: formatHex(bytes), pChainHeight })).error?.message,
  };
  for await (const line of (await openHistory(historyFolder(name))).lines()) {
    const event = readEvent(line);
    switch (event.event) {
      case "block": {
        await on.setClock(event.clock!);
        const { bytes, pChainHeight, id, height } = event;
        const params = { block: formatHex(bytes), pChainHeight: pChainHeight! };
        expect(await result("dev.acceptBlock", params)).toEqual({
          blockID: id,
          height: String(height),
        });
        break;
      }
      case "atomicUTXO": {
        const sourceChain = formatId(event.sourceChain);
        await result("dev.addAtomicUTXO", { utxo: formatHex(event.utxo), sourceChain });
        break;
      }
      case "drop": {
        const { txID, reason } = event;
        const params = { txID: formatId(txID), reason };
        // A full mempool makes room itself.
        if (reason === "") await call("dev.dropTransaction", params);
        else await result("dev.dropTransaction", params);
        break;
      }
      case "peer":
        break;
      default:
        await compareTried(event, on);
    }
  }
  expect(tallies.differences).toEqual([]);
  const all = [...tallies.byKind.values()];
  expect(all.reduce((sum, { compared }) => sum + compared, 0)).toBe(count);
});
