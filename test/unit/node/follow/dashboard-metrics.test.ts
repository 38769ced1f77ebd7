import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeConfig } from "../../../../src/cli/config.ts";
import { readRawConfig } from "../../../../src/cli/raw-config.ts";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { formatNodeId } from "../../../../src/formats/node-id.ts";
import { createNode } from "../../../../src/node/create-node.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import { MessageSchema } from "../../../../src/p2p/generated/p2p_pb.ts";
import { encodeFrame } from "../../../../src/p2p/wire/frames.ts";
import { callNode } from "../../../support/call-node.ts";
import { startValidator } from "../../../support/follow/validator.ts";
import { localTerms, newIdentity, until } from "../../../support/p2p/nodes.ts";
import { Speaker } from "../../../support/p2p/speaker.ts";
import { storedFrame } from "../../../support/p2p/zstd.ts";

const networkID = 1337;
const vectors = new URL("../../../vectors/networks/dashboard-metrics.json", import.meta.url);
const { metrics } = JSON.parse(readFileSync(vectors, "utf8")) as {
  readonly metrics: readonly { readonly name: string; readonly labels: readonly string[] }[];
};
const guide = new URL("../../../../docs/guides/operate.md", import.meta.url);
/** Names in the first column of the guide's table, each with a reason. */
const absent = new Map(
  [...readFileSync(guide, "utf8").matchAll(/^\| `(avalanche_\w+)` \| (.+) \|$/gm)].map(
    ([, name, reason]) => [name!, reason!],
  ),
);

type Line = { readonly labels: Readonly<Record<string, string>>; readonly value: number };
let served = new Map<string, Line[]>();
const ends: (() => unknown)[] = [];

/** A follower that has accepted three blocks of its only validator, and has heard a compressed message. */
beforeAll(async () => {
  const validator = await startValidator({ blocks: 3, terms: { ...localTerms, networkID } });
  ends.push(() => validator.network.close());
  const directory = mkdtempSync(join(tmpdir(), "couloir-metrics-"));
  ends.push(() => rmSync(directory, { recursive: true, force: true }));
  const genesisFile = join(directory, "genesis.json");
  writeFileSync(genesisFile, validator.genesisText);
  const { ip, port } = validator.network.listeningAt!;
  const flags = [
    `--data-dir=${directory}`,
    `--network-id=${networkID}`,
    `--genesis-file=${genesisFile}`,
    `--bootstrap-ips=${ip}:${port}`,
    `--bootstrap-ids=${formatNodeId(validator.network.nodeID)}`,
    "--hardfork=granite",
    "--http-port=0",
    "--staking-port=0",
    "--staking-host=127.0.0.1",
  ];
  const node = await createNode(nodeConfig(await readRawConfig(flags, {})), silentLog);
  ends.push(() => node.stop());
  const url = await node.start();
  // Until the follower has caught up, it rejects the call.
  const heightOf = () =>
    callNode(url, "platform.getHeight").then(
      ({ result }) => result,
      () => {},
    );
  await until(() => validator.network.connectedIDs().length === 1, 20_000);
  await reaches(heightOf, "3");
  validator.produce();
  await reaches(heightOf, "4");
  const { result } = await callNode(url, "info.getNodeIP");
  const address = (result as { readonly ip: string }).ip.split(":");
  const speaker = await speakTo({ ip: address[0]!, port: Number(address[1]) });
  ends.push(() => speaker.close());
  const question = {
    case: "getAcceptedFrontier",
    value: { chainId: emptyId, requestId: 2, deadline: 5_000_000_000n },
  } as const;
  const message = toBinary(MessageSchema, create(MessageSchema, { body: question }));
  const compressed = { case: "compressedZstd", value: storedFrame(message) } as const;
  const frame = toBinary(MessageSchema, create(MessageSchema, { body: compressed }));
  speaker.sendBytes(encodeFrame(frame));
  await speaker.hears("acceptedFrontier");
  served = parse(await (await fetch(`${url}/ext/metrics`)).text());
}, 60_000);

afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function speakTo(address: { readonly ip: string; readonly port: number }): Promise<Speaker> {
  const speaker = await Speaker.dial(address, newIdentity());
  speaker.handshake({}, { ...localTerms, networkID });
  speaker.send({ case: "peerList", value: {} });
  await speaker.hears("peerList");
  return speaker;
}

async function reaches(heightOf: () => Promise<unknown>, height: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const result = (await heightOf()) as { readonly height?: string } | undefined;
    if (result?.height === height) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the follower does not reach height ${height}`);
}

function parse(text: string): Map<string, Line[]> {
  const lines = new Map<string, Line[]>();
  for (const line of text.split("\n")) {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (found === null) continue;
    const [, name = "", text = "", value] = found;
    const labels = Object.fromEntries(
      [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, content]) => [key!, content!]),
    );
    lines.set(name, [...(lines.get(name) ?? []), { labels, value: Number(value) }]);
  }
  return lines;
}

test.each(metrics)("a follower with peers has $name", ({ name, labels }) => {
  const lines = served.get(name);
  if (absent.has(name)) {
    expect(lines).toBeUndefined();
    return;
  }
  expect(lines).toBeDefined();
  for (const line of lines!) {
    expect(Object.keys(line.labels).sort()).toEqual([...labels].sort());
    expect(line.value).toBeGreaterThanOrEqual(0);
  }
});

test("the guide explains each metric that this node cannot have", () => {
  const names = metrics.map(({ name }) => name);
  expect([...absent.keys()].filter((name) => !names.includes(name))).toEqual([]);
  expect([...absent.keys()]).toHaveLength(5);
});

/** What is certain after the blocks and the message. */
const known: readonly (readonly [name: string, labels: Line["labels"], least: number])[] = [
  ["avalanche_snowman_blks_accepted_count", { chain: "P" }, 4],
  ["avalanche_snowman_blks_accepted_sum", { chain: "P" }, 1],
  ["avalanche_snowman_last_accepted_height", { chain: "P" }, 4],
  ["avalanche_snowman_bootstrap_finished", { chain: "P" }, 1],
  ["avalanche_snowman_polls_successful", { chain: "P" }, 1],
  ["avalanche_stake_percent_connected", { chain: "P" }, 1],
  ["avalanche_platformvm_total_staked", { chain: "P" }, 2_000_000_000_000],
  ["avalanche_meterchainvm_verify_count", { chain: "P" }, 4],
  ["avalanche_meterchainvm_verify_sum", { chain: "P" }, 1],
  ["avalanche_meterdb_calls", { chain: "P", method: "batch_write" }, 1],
  ["avalanche_meterdb_size", { chain: "P", method: "batch_write" }, 4_096],
  ["avalanche_handler_messages", { chain: "P", op: "get_accepted_frontier" }, 1],
  ["avalanche_handler_messages", { chain: "P", op: "chits" }, 1],
  ["avalanche_handler_message_handling_time", { chain: "P", op: "get_accepted_frontier" }, 1],
  [
    "avalanche_network_codec_compressed_count",
    { direction: "decompression", op: "get_accepted_frontier", type: "zstd" },
    1,
  ],
  ["avalanche_network_msgs", { io: "received", op: "peerlist", compressed: "false" }, 1],
  ["avalanche_network_buffer_throttler_inbound_acquire_latency_count", {}, 1],
  ["avalanche_requests_average_latency", {}, 1],
  ["avalanche_requests_current_timeout", {}, 10_000_000_000],
  ["avalanche_api_calls", { base: "info" }, 1],
];

test.each(known)("%s%o is at least %d", (name, labels, least) => {
  const line = served
    .get(name)
    ?.find((each) => JSON.stringify(each.labels) === JSON.stringify(labels));
  expect(line?.value).toBeGreaterThanOrEqual(least);
});

/** Nothing competes, waits or fails here. */
const zeros = [
  "avalanche_snowman_blks_built",
  "avalanche_snowman_blks_processing",
  "avalanche_snowman_blks_rejected_count",
  "avalanche_meterchainvm_verify_err_count",
  "avalanche_network_msgs_failed_to_parse",
  "avalanche_network_throttler_outbound_acquire_failures",
  "avalanche_network_inbound_conn_throttler_rate_limited",
  "avalanche_network_node_uptime_weighted_average",
];

test.each(zeros)("%s is 0", (name) => {
  expect(served.get(name)?.map(({ value }) => value)).toEqual([0]);
});
