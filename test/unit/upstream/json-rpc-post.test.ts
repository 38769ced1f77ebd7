import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { postJsonRpc } from "../../../src/upstream/json-rpc-post.ts";

const call = { path: "/ext/info", method: "info.getNetworkID", params: {} };

/** Never answers, and lets go of the signal, as fetch does. */
const hangs = ((_url: URL, { signal }: RequestInit) =>
  new Promise((_resolve, reject) => {
    if (signal!.aborted) reject(signal!.reason);
    signal!.addEventListener("abort", function (this: AbortSignal) {
      reject(this.reason);
    });
  })) as typeof fetch;

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

const address = { url: new URL("http://127.0.0.1"), headers: {}, fetch: hangs };

it("a request that hangs ends in time, also after garbage was collected", async () => {
  const limits = { timeoutMs: 100, responseBytes: 1 };
  const sent = postJsonRpc(address, call, limits, new AbortController().signal);
  sent.catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  await expect(sent).rejects.toThrow("did not respond in time");
}, 10_000);

it.each([
  ["a response", 200],
  ["a refusal", 503],
])(
  "%s whose body never ends, whatever its reader does, ends in time",
  async (_, status) => {
    const never = () => new Promise<void>(() => {});
    const endless = (async () =>
      new Response(new ReadableStream({ pull: never, cancel: never }), { status })) as typeof fetch;
    const limits = { timeoutMs: 100, responseBytes: 1 };
    const { signal } = new AbortController();
    const sent = postJsonRpc({ ...address, fetch: endless }, call, limits, signal);
    await expect(sent).rejects.toThrow("did not respond in time");
  },
  10_000,
);

it("a request ends with the signal's reason when that is aborted", async () => {
  const stopped = new AbortController();
  const limits = { timeoutMs: 60_000, responseBytes: 1 };
  const sent = postJsonRpc(address, call, limits, stopped.signal);
  stopped.abort(new Error("stopped"));
  await expect(sent).rejects.toThrow("stopped");
  await expect(postJsonRpc(address, call, limits, stopped.signal)).rejects.toThrow("stopped");
});

it("any number of requests may share a signal, without a warning of Node.js", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const stopped = new AbortController();
  const limits = { timeoutMs: 60_000, responseBytes: 1 };
  const sent = Array.from({ length: 20 }, () =>
    postJsonRpc(address, call, limits, stopped.signal).catch(() => {}),
  );
  // Warnings are emitted in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  stopped.abort();
  await Promise.all(sent);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

it("a refusal has a message of bounded length", async () => {
  const body = JSON.stringify({ error: { code: -32000, message: `${"x".repeat(9_999)}y` } });
  const refuses = (async () => new Response(body)) as typeof fetch;
  const limits = { timeoutMs: 10_000, responseBytes: 65_536 };
  const { signal } = new AbortController();
  await expect(postJsonRpc({ ...address, fetch: refuses }, call, limits, signal)).rejects.toThrow(
    /^x{4096}… \(10000 characters\)$/,
  );
});

/** What is sent to a URL. */
async function sentTo(url: string, headers: Readonly<Record<string, string>> = {}) {
  const requests: Request[] = [];
  const keeps = (async (...args: ConstructorParameters<typeof Request>) => {
    requests.push(new Request(...args));
    return new Response('{"result":{}}');
  }) as typeof fetch;
  const limits = { timeoutMs: 10_000, responseBytes: 65_536 };
  const { signal } = new AbortController();
  await postJsonRpc({ url: new URL(url), headers, fetch: keeps }, call, limits, signal);
  return requests[0]!;
}

it.each([
  ["name:p%40ss%3A%C3%BC", "name:p@ss:ü"],
  ["name", "name:"],
  ["100%:100%zz", "100%:100%zz"],
])("user and password %s of the URL are sent as a header", async (written, credentials) => {
  const sent = await sentTo(`http://${written}@127.0.0.1/base?key=1`);
  expect(sent.url).toBe("http://127.0.0.1/base/ext/info?key=1");
  const basic = `Basic ${Buffer.from(credentials).toString("base64")}`;
  expect(sent.headers.get("authorization")).toBe(basic);
});

it("a header of the operator replaces user and password of the URL", async () => {
  const sent = await sentTo("http://name:word@127.0.0.1", { Authorization: "Bearer key" });
  expect(sent.headers.get("authorization")).toBe("Bearer key");
});

it("an upstream that cannot be reached is reported with the reason", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const limits = { timeoutMs: 10_000, responseBytes: 65_536 };
  const { signal } = new AbortController();
  const closed = { url: new URL(`http://127.0.0.1:${port}`), headers: {}, fetch };
  await expect(postJsonRpc(closed, call, limits, signal)).rejects.toThrow(
    `cannot be reached (connect ECONNREFUSED 127.0.0.1:${port})`,
  );
});
