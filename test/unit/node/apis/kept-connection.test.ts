import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedNode, startNode } from "../../../support/start-node.ts";

/*
 * Requests that go through node:http between some that do not, on one connection: a server that answers one kind of them
 * only as the first waits here forever, as ours did since Node 24.15.
 */

type Step = {
  readonly verb: "GET" | "POST";
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  readonly status: number;
  readonly answer: RegExp;
};

const call = (method: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{}}`;
const post = (path: string, body: string, answer: RegExp, more: Partial<Step> = {}): Step => ({
  verb: "POST",
  path,
  type: "application/json",
  body,
  status: 200,
  answer,
  ...more,
});
const long = post(
  "/ext/bc/P",
  `{"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{"unknown":"${"x".repeat(500_000)}"}}`,
  /"height":"?0/,
);
const plain = post("/ext/bc/P", call("platform.getHeight"), /"height":"?0/);
const get = (path: string, answer: RegExp): Step => ({ verb: "GET", path, status: 200, answer });

const steps: readonly Step[] = [
  plain,
  get("/ext/health", /"healthy":true/),
  plain,
  post("/ext/dev", call("dev.nodeInfo"), /"lastAcceptedID"/),
  plain,
  post("/ext/bc/P", `[${call("platform.getHeight")},${call("platform.getHeight")}]`, /^\[.*\]\n$/),
  plain,
  get("/docs/", /<html/i),
  plain,
  post("/ext/bc/P", call("rpc.discover"), /"openrpc":[\s\S]{50000}/),
  plain,
  long,
  long,
  post("/ext/bc/P", call("platform.unknown"), /"error":/),
  post("/ext/bc/P", call("platform.getHeight"), /./, { type: "text/plain", status: 415 }),
  plain,
];

type Reply = { readonly status: number; readonly text: string };

function expectReplies(replies: readonly Reply[]): void {
  expect(replies.map(({ status }) => status)).toEqual(steps.map(({ status }) => status));
  for (const [at, { answer }] of steps.entries()) expect(replies[at]!.text).toMatch(answer);
}

/** Passes bytes on to a node and counts the connections. */
class Counter {
  connections = 0;
  readonly #server: Server;

  constructor(port: number) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.connections += 1;
      const inner = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      socket.on("error", () => inner.destroy());
      inner.on("error", () => socket.destroy());
      socket.pipe(inner).pipe(socket);
    });
  }

  async start(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.close();
  }
}

const file = (name: string) =>
  fileURLToPath(new URL(`../../rpc/vectors/localhost-${name}.pem`, import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

// Python's client says what it got: a JSON array of [status, text].
const python = `
import http.client, json, ssl, sys
secure, port, steps = json.load(sys.stdin)
if secure:
    context = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=context)
else:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
replies = []
for step in steps:
    headers = {"Content-Type": step["type"]} if "type" in step else {}
    connection.request(step["verb"], step["path"], step.get("body"), headers)
    response = connection.getresponse()
    replies.append({"status": response.status, "text": response.read().decode()})
json.dump(replies, sys.stdout)
`;

describe.each([false, true])("one kept connection, TLS %s", (isSecure) => {
  let node: StartedNode;
  let counter: Counter;
  let port = 0;

  beforeAll(async () => {
    const tls = {
      "http-tls-enabled": "true",
      "http-tls-key-file": file("key"),
      "http-tls-cert-file": file("cert"),
    };
    node = await startNode(isSecure ? tls : {});
    counter = new Counter(Number(new URL(node.url).port));
    port = await counter.start();
  });

  afterAll(async () => {
    counter.stop();
    await node.stop();
  });

  const onOneConnection = async (converse: () => Promise<readonly Reply[]>, most = 1) => {
    const before = counter.connections;
    expectReplies(await converse());
    expect(counter.connections - before).toBeLessThanOrEqual(most);
  };

  it("answers every request of http.Agent", async () => {
    const options = { keepAlive: true, maxSockets: 1 };
    const agent = isSecure
      ? new HttpsAgent({ ...options, rejectUnauthorized: false })
      : new HttpAgent(options);
    const ask = async ({ verb, path, type, body }: Step): Promise<Reply> => {
      const headers = type === undefined ? {} : { "content-type": type };
      const request = (isSecure ? httpsRequest : httpRequest)({
        ...{ agent, host: "127.0.0.1", port, path, headers },
        method: verb,
      });
      request.end(body);
      const [response] = await once(request, "response");
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      return { status: response.statusCode, text };
    };
    await onOneConnection(async () => {
      const replies: Reply[] = [];
      for (const step of steps) replies.push(await ask(step));
      return replies;
    });
    agent.destroy();
  });

  it.skipIf(isSecure)("answers every request of fetch, which is undici", async () => {
    await onOneConnection(async () => {
      const replies: Reply[] = [];
      for (const { verb, path, type, body } of steps) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: verb,
          ...(type === undefined ? {} : { headers: { "content-type": type } }),
          ...(body === undefined ? {} : { body }),
        });
        replies.push({ status: response.status, text: await response.text() });
      }
      return replies;
      // The undici of Node 20 may open a second one.
    }, 2);
  });

  it.skipIf(!hasPython)("answers every request of Python's http.client", async () => {
    await onOneConnection(async () => {
      const running = promisify(execFile)("python3", ["-c", python], { maxBuffer: 2 ** 26 });
      running.child.stdin!.end(JSON.stringify([isSecure, port, steps]));
      return JSON.parse((await running).stdout) as Reply[];
    });
  });

  it.skipIf(isSecure)("answers what came before the client's half was closed", async () => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const bytes = (step: Step) =>
      `${step.verb} ${step.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${step.body?.length ?? 0}\r\n\r\n${step.body ?? ""}`;
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      text += chunk;
    });
    socket.write(bytes(plain));
    await expect.poll(() => text).toMatch(plain.answer);
    socket.end(bytes(plain));
    await once(socket, "end");
    expect(text.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2);
    socket.destroy();
  });
});
