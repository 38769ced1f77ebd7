import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import {
  makeToy,
  parseReply,
  type Reply,
  send,
  sendRaw,
  startToy,
  type Toy,
  toyMethods,
} from "./toy.ts";

const toy: Toy = makeToy();
let server: RpcServer;
let port: number;

beforeAll(async () => {
  ({ server, port } = await startToy(toy, {}, { limits: { bodyBytes: 1_000 } }));
});
afterAll(() => server.stop(100));

const getHeight = '{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}';
const answer = '{"jsonrpc":"2.0","result":{"height":"44"},"id":1}\n';
const notFound = "404 page not found\n";

const expectText = (reply: Reply, status: number, text: string): void => {
  expect([reply.status, reply.text]).toEqual([status, text]);
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(reply.headers.get("content-length")).toBe(`${Buffer.byteLength(text)}`);
};

describe("paths", () => {
  test.each([["/ext/toy"], ["/ext/bc/T"], ["/ext/toy?x=1"], ["/ext/%74oy"]])(
    "%s is served",
    async (target) => {
      const reply = await send(port, { target, body: getHeight });
      expect([reply.status, reply.text]).toEqual([200, answer]);
      expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
      expect(reply.headers.get("vary")).toBe("Accept-Encoding, Origin");
      expect(reply.headers.get("node-id")).toBe("NodeID-toy");
    },
  );

  test.each([["/"], ["/ext"], ["/ext/"], ["/ext/toy/"], ["/ext/TOY"], ["/ext/t%2Foy"], ["/%E9"]])(
    "%s is missing",
    async (target) => {
      const reply = await send(port, { target, body: getHeight });
      expectText(reply, 404, notFound);
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
      expect(reply.headers.get("node-id")).toBe("NodeID-toy");
    },
  );

  test.each([
    ["//ext/toy", "/ext/toy"],
    ["/ext/../ext/toy", "/ext/toy"],
    ["/ext/./toy?a=1//2", "/ext/toy?a=1//2"],
    ["/ext//toy/", "/ext/toy/"],
    ["/ext/%2e%2e/", "/"],
    ["/..", "/"],
    ["/ext/!%23%3f//x", "/ext/%21%23%3F/x"],
    ["/%0d%0aset-cookie:a//", "/%0D%0Aset-cookie:a/"],
    ["/ext/%E9//x", "/ext/%E9/x"],
  ])("%s moves to %s", async (target, location) => {
    const reply = await send(port, { target, body: getHeight });
    expect([reply.status, reply.text]).toEqual([301, ""]);
    expect(reply.headers.get("location")).toBe(location);
  });

  test("an invalid escape is malformed", async () => {
    expectText(await send(port, { target: "/ext/%zz" }), 400, "400 Bad Request");
  });

  test("a path that is off says what switches it on", async () => {
    const reply = await send(port, { target: "/ext/off", body: getHeight });
    expectText(reply, 404, `${notFound}The off API is off: --off-enabled turns it on.\n`);
  });

  test("a target in absolute form brings its own host", async () => {
    const target = "http://localhost:9650/ext/toy";
    const good = await send(port, { target, body: getHeight });
    expect(good.text).toBe(answer);
    const bad = await send(port, { target: "http://evil.example/ext/toy", body: getHeight });
    expect(bad.status).toBe(403);
  });

  test("OPTIONS * gets an empty response", async () => {
    const reply = await send(port, { verb: "OPTIONS", target: "*" });
    expect([reply.status, reply.text]).toEqual([200, ""]);
  });

  test("CONNECT is rejected", async () => {
    const bytes = await sendRaw(port, "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(parseReply(bytes).status).toBe(405);
  });
});

describe("verbs and types", () => {
  test.each([["GET"], ["PUT"], ["DELETE"], ["PATCH"], ["OPTIONS"]])(
    "%s is rejected",
    async (verb) => {
      const reply = await send(port, { verb });
      expectText(reply, 405, `rpc: POST method required, received ${verb}`);
      expect(reply.headers.get("allow")).toBe("POST");
      expect(reply.headers.has("x-content-type-options")).toBe(false);
    },
  );

  test("HEAD is rejected without a body", async () => {
    const reply = await send(port, { verb: "HEAD" });
    expect([reply.status, reply.text]).toEqual([405, ""]);
  });

  test.each([
    ["application/json"],
    ["application/json;"],
    ["application/json; charset=utf-8"],
    ["application/json;charset=UTF-8"],
    ["Application/JSON"],
  ])("%s is taken", async (type) => {
    const reply = await send(port, { headers: { "content-type": type }, body: getHeight });
    expect(reply.text).toBe(answer);
  });

  test.each([
    [undefined, ""],
    ["text/plain", "text/plain"],
    ["application/json ;charset=UTF-8", "application/json "],
    ["application/jsonx", "application/jsonx"],
    ["text/html; application/json", "text/html"],
  ])("%s is not", async (type, shown) => {
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const reply = await send(port, { headers, body: getHeight });
    expectText(reply, 415, `rpc: unrecognized Content-Type: ${shown}`);
    expect(reply.headers.has("x-content-type-options")).toBe(false);
  });

  test("a route that is not ready says so before anything else", async () => {
    toy.ready = false;
    for (const verb of ["POST", "GET"]) {
      expectText(await send(port, { verb, body: "" }), 503, "not done bootstrapping\n");
    }
    expect((await send(port, { verb: "GET", target: "/ext/other" })).status).toBe(200);
    toy.ready = true;
  });

  test("a notification gets an empty response", async () => {
    const body = '{"jsonrpc":"2.0","method":"toy.getHeight"}';
    const reply = await send(port, { body });
    expect([reply.status, reply.text]).toEqual([200, ""]);
    expect(reply.headers.get("content-length")).toBe("0");
  });
});

describe("GET routes", () => {
  test("answer with status, type and query", async () => {
    const reply = await send(port, { verb: "GET", target: "/ext/other?tag=a&tag=b%20c" });
    expect([reply.status, reply.text]).toEqual([200, '{"tags":["a","b c"]}\n']);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect((await send(port, { verb: "GET", target: "/ext/other?bad" })).status).toBe(503);
  });

  test("leave other verbs to the route of the same path", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"other.getName"}';
    expect((await send(port, { target: "/ext/other", body })).text).toContain('"name":"other"');
    expect((await send(port, { verb: "HEAD", target: "/ext/other" })).status).toBe(405);
  });

  test("accept every verb if the path has no JSON-RPC route", async () => {
    for (const verb of ["GET", "POST", "PUT"]) {
      expect((await send(port, { verb, target: "/ext/other/report" })).status).toBe(200);
    }
  });

  test("that fail return a log id", async () => {
    const failing = {
      path: "/ext/failing",
      base: "failing",
      answer: () => {
        throw new Error("the secret");
      },
    };
    const { server: other, port: at } = await startToy(toy, { gets: [failing] });
    expectText(
      await send(at, { verb: "GET", target: "/ext/failing" }),
      500,
      "internal error, log id log-1\n",
    );
    await other.stop(100);
  });
});

describe("a path of an API that this server never has", () => {
  const reason = "Nothing runs here.";

  test.each([["/ext/gone"], ["/ext/gone/below"]])(
    "%s returns an error of JSON-RPC",
    async (target) => {
      const reply = await send(port, { target, body: getHeight });
      expect([reply.status, JSON.parse(reply.text)]).toEqual([
        404,
        { jsonrpc: "2.0", error: { code: -32_601, message: reason }, id: null },
      ]);
      expect(reply.headers.get("content-type")).toContain("application/json");
    },
  );

  test("returns text to GET, and to clients of gorilla/rpc", async () => {
    const text = `404 page not found\n${reason}\n`;
    expectText(await send(port, { verb: "GET", target: "/ext/gone/below" }), 404, text);
    const { server: other, port: at } = await startToy(toy, { dialect: "gorilla" });
    expectText(await send(at, { target: "/ext/gone/below", body: getHeight }), 404, text);
    await other.stop(100);
  });

  test("does not hide its neighbours", async () => {
    expectText(await send(port, { target: "/ext/gone2" }), 404, "404 page not found\n");
  });
});

test("a host that is not allowed is logged once, and AvalancheGo's clients get its text", async () => {
  const { server: other, port: at } = await startToy(toy, { dialect: "gorilla" });
  const headers = { "content-type": "application/json", host: "node.example:80" };
  const before = toy.logged.length;
  for (let i = 0; i < 2; i++) {
    expectText(await send(at, { headers, body: getHeight }), 403, "invalid host specified\n");
  }
  expect(toy.logged.slice(before)).toEqual([
    {
      fields: { host: "node.example" },
      message: "a request was refused: --http-allowed-hosts does not have its host",
    },
  ]);
  await other.stop(100);
});

describe("hosts", () => {
  test.each([
    ["localhost"],
    ["LOCALHOST:1"],
    ["127.0.0.1"],
    ["10.1.2.3:9650"],
    ["[::1]:9650"],
    ["::1"],
    [""],
  ])("%j passes", async (host) => {
    const headers = { "content-type": "application/json", host };
    expect((await send(port, { headers, body: getHeight })).text).toBe(answer);
  });

  test.each([["evil.example"], ["localhost.evil"], ["[::1]"], ["127.0.0.1.evil"], ["a:b:c"]])(
    "%j does not",
    async (host) => {
      const headers = { "content-type": "application/json", host };
      const name = host.includes("[") || host.includes(":") ? "NAME" : host;
      const text = `invalid host specified\n--http-allowed-hosts=${name} allows it.\n`;
      expectText(await send(port, { headers, body: getHeight }), 403, text);
    },
  );

  test("* lets every host pass", async () => {
    const { server: other, port: at } = await startToy(toy, {}, { allowedHosts: ["*"] });
    const headers = { "content-type": "application/json", host: "evil.example" };
    expect((await send(at, { headers, body: getHeight })).text).toBe(answer);
    await other.stop(100);
  });
});

describe("cross-origin", () => {
  const origin = "https://wallet.example";

  test("an origin is allowed by *", async () => {
    const headers = { "content-type": "application/json", origin };
    const reply = await send(port, { headers, body: getHeight });
    expect(reply.text).toBe(answer);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("access-control-allow-credentials")).toBe("true");
  });

  test("a preflight gets its response before host and path are checked", async () => {
    const reply = await send(port, {
      verb: "OPTIONS",
      target: "/nowhere",
      headers: {
        host: "evil.example",
        origin,
        "access-control-request-method": "post",
        "access-control-request-headers": "content-type, x-requested-with",
      },
    });
    expect([reply.status, reply.text]).toEqual([200, ""]);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("access-control-allow-methods")).toBe("POST");
    expect(reply.headers.get("access-control-allow-headers")).toBe(
      "Content-Type, X-Requested-With",
    );
    expect(reply.headers.get("vary")).toBe(
      "Accept-Encoding, Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
    );
  });

  test.each([
    ["DELETE", "content-type"],
    ["POST", "x-custom"],
  ])("a preflight for %s with %s is not allowed", async (verb, names) => {
    const headers = {
      origin,
      "access-control-request-method": verb,
      "access-control-request-headers": names,
    };
    const reply = await send(port, { verb: "OPTIONS", headers });
    expect(reply.status).toBe(200);
    expect(reply.headers.has("access-control-allow-origin")).toBe(false);
  });

  describe("without a list", () => {
    const ask = async (from: string, target: string, method: string, public_ = false) => {
      const { server: other, port: at } = await startToy(
        toy,
        { ownPagesOnly: new Set(public_ ? ["toy.secret"] : ["toy.secret", "toy.echo"]) },
        { allowedOrigins: [] },
      );
      const headers = { "content-type": "application/json", origin: from };
      const single = `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
      const reply = await send(at, { headers, target, body: single });
      const batch = await send(at, { headers, target, body: `[${getHeight},${single}]` });
      await other.stop(100);
      expect(batch.status).toBe(reply.status);
      return [reply.status, reply.headers.get("access-control-allow-origin")];
    };

    test.each([
      ["http://localhost"],
      ["http://localhost:3000"],
      ["https://127.0.0.1:8080"],
      ["http://[::1]:1"],
    ])("pages of %s may call everything", async (from) => {
      expect(await ask(from, "/ext/toy", "toy.secret")).toEqual([200, "*"]);
    });

    test.each([
      ["https://wallet.example"],
      ["null"],
      ["http://localhost.example"],
      ["http://127.0.0.1.example"],
      ["file://"],
    ])("pages of %s may only read what a public server serves", async (from) => {
      expect(await ask(from, "/ext/toy", "toy.getHeight")).toEqual([200, "*"]);
      expect(await ask(from, "/ext/toy", "toy.secret")).toEqual([403, undefined]);
      expect(await ask(from, "/ext/toy", "toy.echo")).toEqual([403, undefined]);
      expect(await ask(from, "/ext/toy", "toy.echo", true)).toEqual([200, "*"]);
    });

    test("a target in absolute form decides which pages are the server's own", async () => {
      const { server: other, port: at } = await startToy(
        toy,
        { ownPagesOnly: new Set(["toy.secret"]) },
        { allowedOrigins: [], allowedHosts: ["own.example"] },
      );
      const statusOf = async (host: string, from: string) => {
        const headers = { host, "content-type": "application/json", origin: from };
        const target = "http://own.example/ext/toy";
        const body = '{"jsonrpc":"2.0","id":1,"method":"toy.secret"}';
        return (await send(at, { headers, target, body })).status;
      };
      expect(await statusOf("other.example", "http://other.example")).toBe(403);
      expect(await statusOf("other.example", "http://own.example")).toBe(200);
      await other.stop(100);
    });

    test("a call that another process would answer is refused before it is passed on", async () => {
      const forwarded: string[] = [];
      const forward = async (_path: string, call: string) => {
        forwarded.push(call);
        return answer;
      };
      const elsewhere = { answersHere: () => false, returned: () => {}, forward };
      const { server: other, port: at } = await startToy(
        toy,
        { ownPagesOnly: new Set(["toy.secret"]), elsewhere },
        { allowedOrigins: [] },
      );
      const ask = async (method: string) => {
        const headers = { "content-type": "application/json", origin };
        const body = `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
        return (await send(at, { headers, body })).status;
      };
      expect(await ask("toy.secret")).toBe(403);
      expect(await ask("toy.\\u0073ecret")).toBe(403);
      expect(forwarded).toEqual([]);
      expect(await ask("toy.getHeight")).toBe(200);
      await other.stop(100);
    });

    test("a path that is for own pages has no preflight for others", async () => {
      const more = { ownPagesOnly: new Set(Object.keys(toyMethods)) };
      const { server: other, port: at } = await startToy(toy, more, { allowedOrigins: [] });
      const allowed = async (from: string) => {
        const headers = { origin: from, "access-control-request-method": "POST" };
        const reply = await send(at, { verb: "OPTIONS", headers });
        return reply.headers.get("access-control-allow-origin");
      };
      expect(await allowed(origin)).toBe(undefined);
      expect(await allowed("http://localhost:1")).toBe("*");
      await other.stop(100);
    });
  });

  test("two Host headers are refused", async () => {
    const lines = ["POST /ext/toy HTTP/1.1", "Host: localhost", "Host: other.example"];
    const twice = `${lines.join("\r\n")}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${getHeight.length}\r\n\r\n`;
    expect(parseReply(await sendRaw(port, twice + getHeight)).status).toBe(400);
  });

  test("only listed origins are allowed when there is a list", async () => {
    const allowedOrigins = ["https://*.example", "http://a.b:3000"];
    const { server: other, port: at } = await startToy(toy, {}, { allowedOrigins });
    const allowed = async (from: string): Promise<string | undefined> => {
      const headers = { "content-type": "application/json", origin: from };
      const reply = await send(at, { headers, body: getHeight });
      return reply.headers.get("access-control-allow-origin");
    };
    expect(await allowed("https://wallet.example")).toBe("https://wallet.example");
    expect(await allowed("http://a.b:3000")).toBe("http://a.b:3000");
    expect(await allowed("http://a.b")).toBe(undefined);
    expect(await allowed("https://example")).toBe(undefined);
    await other.stop(100);
  });
});

describe("bodies", () => {
  const head = "POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  test("a body over the limit returns 413, declared or not", async () => {
    const long = `{"jsonrpc":"2.0","id":1,"method":"toy.getHeight","params":{"a":"${"x".repeat(1_000)}"}}`;
    expectText(await send(port, { body: long }), 413, "the body is longer than 1000 bytes\n");
    const chunk = `${long.length.toString(16)}\r\n${long}\r\n`;
    const chunked = `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`;
    expect(parseReply(await sendRaw(port, chunked)).status).toBe(413);
    expect((await send(port, { body: getHeight.padEnd(1_000) })).text).toBe(answer);
  });

  test("chunks are put together", async () => {
    const chunks = [...getHeight].map((byte) => `1\r\n${byte}\r\n`).join("");
    const request = `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    expect(parseReply(await sendRaw(port, request)).text).toBe(answer);
  });

  test("pipelined requests get responses in order", async () => {
    const one = (id: number, method: string, more = ""): string => {
      const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
      return `${head}${more}Content-Length: ${body.length}\r\n\r\n${body}`;
    };
    const requests = [
      one(1, "toy.slow"),
      one(2, "toy.getHeight"),
      one(3, "nope", "Connection: close\r\n"),
    ];
    const text = (await sendRaw(port, requests.join(""))).toString();
    expect([...text.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(["1", "2", "3"]);
  });

  test("a client that waits for leave to send gets it, or 413", async () => {
    const expecting = `${head}Connection: close\r\nExpect: 100-continue\r\n`;
    const socket = connect(port, "127.0.0.1");
    socket.write(`${expecting}Content-Length: ${getHeight.length}\r\n\r\n`);
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(getHeight);
    const [second] = (await once(socket, "data")) as [Buffer];
    expect(parseReply(second).text).toBe(answer);
    const refused = await sendRaw(port, `${expecting}Content-Length: 2000\r\n\r\n`);
    expect(parseReply(refused).status).toBe(413);
  });

  test("100 Continue is sent between responses, never within one", async () => {
    const call = (method: string, more: string) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
      return [`${head}${more}Content-Length: ${body.length}\r\n\r\n`, body];
    };
    const expecting = "Connection: close\r\nExpect: 100-continue\r\n";
    const atOnce = [...call("toy.slow", ""), ...call("toy.large", expecting)].join("");
    const text = (await sendRaw(port, atOnce)).toString();
    expect(text).not.toContain("100 Continue");
    const second = parseReply(Buffer.from(text.slice(text.lastIndexOf("HTTP/1.1 200"))));
    expect(Number(second.headers.get("content-length"))).toBe(second.body.length);

    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
      if (received.endsWith("100 Continue\r\n\r\n")) socket.write(body!);
    });
    const [ahead, body] = call("toy.large", expecting);
    socket.write([...call("toy.slow", ""), ahead].join(""));
    await once(socket, "end");
    expect(received.match(/^HTTP\/1.1 \d+/gm)).toEqual([
      "HTTP/1.1 200",
      "HTTP/1.1 100",
      "HTTP/1.1 200",
    ]);
  });

  test("a client that disconnects in the middle affects no other client", async () => {
    for (const part of ["POST /ext", head, `${head}Content-Length: 100\r\n\r\n{"js`]) {
      const socket = connect(port, "127.0.0.1");
      socket.write(part);
      await new Promise((resolve) => setTimeout(resolve, 10));
      socket.resetAndDestroy();
    }
    expect((await send(port, { body: getHeight })).text).toBe(answer);
  });

  test.each([
    ["nonsense\r\n\r\n", 400],
    ["POST /ext/toy HTTP/1.1\r\n\r\n", 400],
    [`${head}Content-Length: x\r\n\r\n`, 400],
    [`${head}Expect: miracles\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, 417],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(20_000)}\r\n\r\n`, 431],
  ])("bytes that are not HTTP: %j", async (bytes, status) => {
    expect(parseReply(await sendRaw(port, bytes)).status).toBe(status);
  });
});

describe("time", () => {
  test("a request that does not arrive in time is ended", async () => {
    const timeouts = { readMs: 80, readHeaderMs: 40 };
    const { server: other, port: at } = await startToy(toy, {}, { timeouts });
    const slowHead = await sendRaw(at, "POST /ext/toy HTTP/1.1\r\n");
    expect(parseReply(slowHead).status).toBe(408);
    const slowBody = await sendRaw(
      at,
      "POST /ext/toy HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
    ).catch(() => Buffer.alloc(0));
    expect(slowBody.toString()).not.toContain("200 OK");
    await other.stop(100);
  });

  test("a connection that stays idle is ended", async () => {
    const { server: other, port: at } = await startToy(toy, {}, { timeouts: { idleMs: 50 } });
    const request = `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${getHeight.length}\r\n\r\n${getHeight}`;
    expect(parseReply(await sendRaw(at, request)).text).toBe(answer);
    await other.stop(100);
  });

  test("a client that does not read its response loses its connection", async () => {
    const { server: other, port: at } = await startToy(toy, {}, { timeouts: { writeMs: 50 } });
    const body = '{"jsonrpc":"2.0","id":1,"method":"toy.large","params":{"n":500000}}';
    const socket = connect(at, "127.0.0.1");
    socket.pause();
    socket.on("error", () => {});
    socket.write(
      `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
    await other.stop(5_000);
    socket.resume();
    await once(socket, "close");
    expect(socket.bytesRead).toBeLessThan(13_000_000);
  });
});

describe("stop", () => {
  const request = (method: string): string => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"n":150}}`;
    return `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };

  test("requests in flight finish, idle connections end, new ones are rejected", async () => {
    const { server: other, port: at } = await startToy(toy);
    const idle = connect(at, "127.0.0.1");
    await once(idle, "connect");
    const busy = sendRaw(at, request("toy.slow"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const begun = performance.now();
    await other.stop(5_000);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(parseReply(await busy).text).toContain('"result":{}');
    await expect(send(at, { body: getHeight })).rejects.toThrow("ECONNREFUSED");
    await other.stop(0);
  });

  test("requests that do not finish in time are cut off", async () => {
    const { server: other, port: at } = await startToy(toy);
    const busy = sendRaw(at, request("toy.slow")).catch(() => Buffer.alloc(0));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await other.stop(10);
    expect((await busy).length).toBe(0);
  });

  test("a port that is taken is an error", async () => {
    await expect(startToy(toy, {}, { port })).rejects.toThrow("EADDRINUSE");
  });
});
