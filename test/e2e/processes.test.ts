import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { childrenOf } from "../cluster/killed.ts";
import { payerAddress } from "../support/transfers.ts";
import { NodeProcess } from "./node-process.ts";

let node: NodeProcess;
/** One connection to the writer and one to the reader: they get connections in turn. */
const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));

beforeAll(async () => {
  node = await NodeProcess.start("--processes=2", "--staking-port=0", "--log-level=warn");
});
afterAll(async () => {
  for (const agent of agents) agent.destroy();
  await node.discard();
});

type Answer = {
  readonly status: number;
  readonly type: string | undefined;
  /** What the response says about ignored params. */
  readonly warning: string | undefined;
  readonly height: string | undefined;
  readonly text: string;
};

function send(
  agent: Agent,
  path: string,
  body: unknown,
  method = "POST",
  own: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const accept = "application/json, text/event-stream";
    const headers = { "content-type": "application/json", accept, ...own };
    const sent = request(`${node.url}${path}`, { agent, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      const type = response.headers["content-type"];
      const warning = response.headers["couloir-warning"] as string | undefined;
      const height = response.headers["couloir-height"] as string | undefined;
      response.on("end", () =>
        resolve({ status: response.statusCode!, type, warning, height, text }),
      );
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function call(method: string, params: object = {}) {
  return { jsonrpc: "2.0", id: 1, method, params };
}

async function result(agent: Agent, path: string, method: string, params: object = {}) {
  const { text } = await send(agent, path, call(method, params));
  return JSON.parse(text).result as Record<string, unknown>;
}

const [P, info, dev, keystore] = ["/ext/bc/P", "/ext/info", "/ext/dev", "/ext/keystore"] as const;

test("writer and reader name ignored params, also of batches and from the cache", async () => {
  const ignored = call("platform.getHeight", { heigth: 1 });
  const warning = 'platform.getHeight ignores the param "heigth"';
  for (const agent of agents) {
    for (const body of [ignored, ignored, [ignored, call("platform.getHeight")]]) {
      expect((await send(agent, P, body)).warning).toBe(warning);
    }
    expect((await send(agent, P, call("platform.getHeight"))).warning).toBeUndefined();
  }
});

const waitOptions = { timeout: 45_000, interval: 20 };

/** Answers that must not depend on the process. */
const questions: readonly (readonly [path: string, body: unknown, method?: string])[] = [
  [P, call("platform.getHeight")],
  [P, call("platform.getBalance", { addresses: [payerAddress] })],
  [P, call("platform.getUTXOs", { addresses: [payerAddress], limit: 3 })],
  [P, call("platform.getCurrentValidators")],
  [P, call("platform.getValidatorsAt", { height: 0 })],
  [P, call("platform.getStake", { addresses: [payerAddress] })],
  [P, call("platform.getSubnets")],
  [P, call("platform.getBlockchains")],
  [P, call("platform.getBlockByHeight", { height: 0, encoding: "json" })],
  [P, call("platform.getProposedHeight")],
  [P, call("platform.getFeeState")],
  [P, call("platform.listAddresses", { username: "nobody", password: "none" })],
  [P, call("platform.noSuchMethod")],
  [P, call("platform.getBlock", { blockID: "wrong" })],
  [P, [call("platform.getHeight"), call("platform.getProposedHeight"), call("info.getNodeID")]],
  [P, undefined],
  [P, undefined, "GET"],
  [info, call("info.getNodeID")],
  [info, call("info.getNodeIP")],
  [info, call("info.getNodeVersion")],
  [info, call("info.peers")],
  [info, call("info.isBootstrapped", { chain: "P" })],
  ["/ext/index/P/block", call("index.getLastAccepted")],
  [keystore, call("keystore.listUsers")],
  [dev, call("dev.mempool")],
  ["/mcp", call("tools/list")],
  ["/mcp", call("tools/call", { name: "platform_getHeight" })],
  ["/mcp", call("tools/call", { name: "watch_list" })],
  ["/mcp/lazy", call("tools/call", { name: "call", arguments: { method: "info.getNodeID" } })],
  ["/ext/nowhere", undefined, "GET"],
  ["/ext/health/liveness", undefined, "GET"],
];

/** Without what differs from one response of the same process to the next. */
function steady({ text, ...others }: Answer): Answer {
  return { ...others, text: text.replace(/"(timestamp|duration)":("[^"]*"|\d+)/g, "") };
}

describe("a node with two processes", () => {
  test("answers the same from both", async () => {
    for (const [path, body, method] of questions) {
      const [one, other] = await Promise.all(
        agents.map((agent) => send(agent, path, body, method)),
      );
      expect(steady(one!), `${path} ${JSON.stringify(body)}`).toEqual(steady(other!));
    }
  });

  test("counts calls by process, so that both have answered", async () => {
    const { text } = await send(agents[0]!, "/ext/metrics", undefined, "GET");
    for (const name of ["writer", "reader-1"]) {
      const count = new RegExp(`^avalanche_api_calls\\{base="P",process="${name}"\\} (\\d+)`, "m");
      expect(Number(count.exec(text)?.[1])).toBeGreaterThan(5);
      expect(text).toMatch(
        new RegExp(`^avalanche_api_calls\\{base="mcp",process="${name}"\\} [1-9]`, "m"),
      );
    }
  });

  test("shows what one connection changed on the other at once", async () => {
    const [one, other] = agents as [Agent, Agent];
    const addresses = [payerAddress];
    for (let turn = 0; turn < 10; turn++) {
      const [first, second] = turn % 2 === 0 ? [one, other] : [other, one];
      const before = await result(second, P, "platform.getBalance", { addresses });
      await result(first, dev, "dev.fund", { address: payerAddress, amount: 5 });
      const after = await result(second, P, "platform.getBalance", { addresses });
      expect(BigInt(after["balance"] as string) - BigInt(before["balance"] as string)).toBe(5n);
    }
    const { now } = { now: Math.floor(Date.now() / 1000) + 500_000 };
    await result(other, dev, "dev.setTime", { time: now });
    await result(one, dev, "dev.setBootstrapped", { bootstrapped: false });
    for (const agent of agents) {
      await vi.waitFor(async () => {
        expect((await send(agent, P, call("platform.getHeight"))).status).toBe(503);
      }, waitOptions);
    }
    await result(other, dev, "dev.setBootstrapped", { bootstrapped: true });
  });

  test("sees what happens while a snapshot is held, and its revert", async () => {
    const [one, other] = agents as [Agent, Agent];
    const addresses = [payerAddress];
    const balances = () =>
      Promise.all(
        agents.map(
          async (agent) =>
            (await result(agent, P, "platform.getBalance", { addresses }))["balance"],
        ),
      );
    const [before] = await balances();
    const { snapshotID } = await result(other, dev, "dev.snapshot");
    await result(one, dev, "dev.fund", { address: payerAddress, amount: 7 });
    const more = (BigInt(before as string) + 7n).toString();
    expect(await balances()).toEqual([more, more]);
    await result(other, dev, "dev.revert", { snapshotID });
    expect(await balances()).toEqual([before, before]);
  });

  test("answers requests about what a snapshot holds as one process does", async () => {
    const [one] = agents as [Agent];
    const { snapshotID } = await result(one, dev, "dev.snapshot");
    await result(one, dev, "dev.increaseTime", { seconds: 10 });
    const { height } = await result(one, P, "platform.getHeight");
    const atLeast = { "couloir-min-height": height as string };
    for (const agent of agents) {
      const answer = await send(agent, P, call("platform.getHeight"), "POST", atLeast);
      expect(answer).toMatchObject({ status: 200, height });
      const { text } = await send(agent, dev, call("rpc.discover"));
      expect(text).toContain(`"url":"${node.url}/ext/dev"`);
    }
    await result(one, dev, "dev.setBootstrapped", { bootstrapped: false });
    for (const agent of agents) {
      expect((await send(agent, P, call("platform.getHeight"))).status).toBe(503);
      const tool = call("tools/call", { name: "platform_getHeight" });
      expect((await send(agent, "/mcp", tool)).text).toContain("not done bootstrapping");
    }
    await result(one, dev, "dev.setBootstrapped", { bootstrapped: true });
    await result(one, dev, "dev.revert", { snapshotID });
  });

  test("streams events over either connection", async () => {
    const controller = new AbortController();
    const streams = await Promise.all(
      agents.map(() => fetch(`${node.url}/ext/events`, { signal: controller.signal })),
    );
    for (const { status, body } of streams) {
      expect(status).toBe(200);
      const { value } = await body!.getReader().read();
      expect(new TextDecoder().decode(value)).toContain('"ready"');
    }
    controller.abort();
    const socketURL = `${node.url.replace("http", "ws")}/ext/events`;
    const { WebSocket } = await import("ws");
    for (let i = 0; i < 2; i++) {
      const socket = new WebSocket(socketURL);
      const message = await new Promise((resolve, reject) => {
        socket.once("message", resolve);
        socket.once("error", reject);
      });
      expect(String(message)).toContain('"ready"');
      socket.close();
    }
  });

  test("ends its readers itself when every process gets a signal", async () => {
    const [reader] = childrenOf(node.pid);
    for (const signal of ["SIGHUP", "SIGINT", "SIGTERM", "SIGUSR2"]) process.kill(reader!, signal);
    await sleep(300);
    expect(childrenOf(node.pid)).toEqual([reader]);
    for (const agent of agents)
      expect((await send(agent, P, call("platform.getHeight"))).status).toBe(200);
  });

  test("serves new connections itself while a reader does not take any", async () => {
    const [reader] = childrenOf(node.pid);
    const ask = () => send(new Agent(), P, call("platform.getHeight"));
    process.kill(reader!, "SIGSTOP");
    try {
      const first = [ask(), ask(), ask(), ask()];
      await sleep(100);
      for (let i = 0; i < 4; i++) expect((await ask()).status).toBe(200);
      process.kill(reader!, "SIGCONT");
      for (const answer of first) expect((await answer).status).toBe(200);
    } finally {
      process.kill(reader!, "SIGCONT");
    }
  }, 10_000);

  test("replaces a reader that was killed", async () => {
    const [reader] = childrenOf(node.pid);
    process.kill(reader!, "SIGKILL");
    await vi.waitFor(async () => {
      const agent = new Agent({ keepAlive: false });
      const { text } = await send(agent, "/ext/metrics", undefined, "GET");
      expect(text).toContain('process="reader-1"');
      expect(childrenOf(node.pid)).not.toContain(reader);
      expect(childrenOf(node.pid)).toHaveLength(1);
    }, waitOptions);
  });

  test("drops calls that wait when their clients disconnect, whichever process got them", async () => {
    const user = { username: "owner", password: "k9@XzT4!wq#Lm2pR" };
    await result(agents[0]!, keystore, "keystore.createUser", user);
    const wrongPasswords = async () => {
      const { text } = await send(agents[0]!, "/ext/metrics", undefined, "GET");
      const counts = text.matchAll(/^couloir_keystore_wrong_passwords\S* (\d+)/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await wrongPasswords();
    const leaving = Array.from({ length: 60 }, () => new Agent({ maxSockets: 1 }));
    for (const [i, agent] of leaving.entries()) {
      const params = { ...user, password: `${i}` };
      send(agent, P, call("platform.listAddresses", params)).catch(() => {});
    }
    await vi.waitUntil(async () => (await wrongPasswords()) > before, waitOptions);
    for (const agent of leaving) agent.destroy();
    // Calls that have begun end.
    let left = await wrongPasswords();
    for (let unchanged = 0; unchanged < 8; unchanged++) {
      await sleep(100);
      const now = await wrongPasswords();
      if (now !== left) unchanged = 0;
      left = now;
    }
    expect(left - before).toBeLessThan(60);
  });
});
