import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerBytesMax, NoAnswer, post } from "../../../src/watches/delivery/post.ts";
import { isPublicAddress } from "../../../src/watches/delivery/public-address.ts";
import { openTarget, type Target } from "../../support/watches/target.ts";

let target: Target;

beforeEach(async () => {
  target = await openTarget();
});

afterEach(() => target.close());

const send = (others: Partial<Parameters<typeof post>[0]> = {}) =>
  post({
    url: target.url,
    headers: { "webhook-id": "msg_1" },
    body: "{}",
    allowsPrivate: true,
    timeoutMs: 5_000,
    ...others,
  });

/** A resolver whose answers are not those of the system. */
const resolvesTo = (...addresses: readonly string[]) =>
  ((_host: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as never;

describe("a hostile target", () => {
  it("that never answers costs no more than the time limit", async () => {
    target.answer = () => {};
    await expect(send({ timeoutMs: 100 })).rejects.toThrow("it did not answer within 0.1 s");
  });

  it("that sends a body forever is left after the beginning of it", async () => {
    let isLeft: () => void = () => {};
    const left = new Promise<void>((resolve) => {
      isLeft = resolve;
    });
    target.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(16_384)), 1);
      response.on("close", () => {
        clearInterval(timer);
        isLeft();
      });
    };
    const { status, text } = await send();
    expect(status).toBe(200);
    expect(text.length).toBe(answerBytesMax);
    await left;
  });

  it("that sends one byte after the other is left at the time limit", async () => {
    target.answer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(timer));
    };
    await expect(send({ timeoutMs: 300 })).rejects.toThrow(NoAnswer);
  });

  it("that sends a gigabyte of headers is left", async () => {
    target.answer = (response) => {
      response.socket!.write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(64 * 1024)}\r\n\r\n`);
    };
    await expect(send()).rejects.toThrow("HPE_HEADER_OVERFLOW");
  });

  it.each([
    "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n",
    "\r\n",
  ])("that sends %j without an end is left", async (text) => {
    target.answer = ({ socket }) => {
      const piece = text.repeat(1_000);
      const write = () => socket!.destroyed || socket!.write(piece, () => setImmediate(write));
      write();
    };
    await expect(send()).rejects.toThrow("it sent 64 KiB without an answer");
  });

  it("that redirects is not followed", async () => {
    const other = await openTarget();
    target.answer = (response) => response.writeHead(307, { location: other.url }).end();
    expect(await send()).toMatchObject({ status: 307 });
    expect(other.received).toEqual([]);
    await other.close();
  });

  it("that changes the protocol has not answered", async () => {
    target.answer = (response) => {
      response.socket!.write(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      );
    };
    await expect(send()).rejects.toThrow("it ended the request without an answer");
  });

  it.each([
    ["a 204 with a body", "HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nOK", 204],
    ["an invalid chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZ\r\n", 200],
    ["half a body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", 200],
    ["half a body of a refusal", "HTTP/1.1 503 X\r\ncontent-length: 9\r\n\r\nhalf", 503],
  ])("that answers with %s has answered with its status", async (_what, text, status) => {
    target.answer = (response) => response.socket!.end(text);
    expect(await send()).toMatchObject({ status });
    target.answer = ({ socket }) => {
      socket!.write(text);
      setTimeout(() => socket!.resetAndDestroy(), 50);
    };
    expect(await send()).toMatchObject({ status });
  });

  it.each(["000", "099"])("whose status is %s has not answered", async (status) => {
    target.answer = (response) => response.socket!.end(`HTTP/1.1 ${status} X\r\n\r\n`);
    await expect(send()).rejects.toThrow(
      new NoAnswer(`its status was ${Number(status)}, which HTTP does not have`),
    );
  });

  it("that resets the connection has not answered", async () => {
    target.answer = (response) => response.socket!.resetAndDestroy();
    await expect(send()).rejects.toThrow("ECONNRESET");
  });
});

describe("without --watch-allow-private-targets", () => {
  it("a name that resolves to private addresses is not dialled", async () => {
    let connections = 0;
    const server = createServer().on("connection", () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const url = `https://hooks.example.com:${port}/`;
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1"]) {
      const lookup = resolvesTo(address);
      await expect(send({ url, allowsPrivate: false, lookup }), address).rejects.toThrow(
        "the address is private",
      );
    }
    expect(connections).toBe(0);
    server.close();
  });

  it.each([
    "http://example.com/",
    "https://127.0.0.1/",
    "https://[::ffff:10.0.0.1]/",
    "https://localhost/",
  ])("%s is refused before anything is looked up", async (url) => {
    const lookup = (() => {
      throw new Error("looked up");
    }) as never;
    await expect(send({ url, allowsPrivate: false, lookup })).rejects.toThrow("the URL is not");
  });
});

it("dials an address that was looked up, and no other", async () => {
  const { port } = new URL(target.url);
  const url = `http://hooks.example.com:${port}/hook`;
  expect(await send({ url, lookup: resolvesTo("127.0.0.1") })).toMatchObject({ status: 204 });
  expect(target.received[0]!.headers["host"]).toBe(`hooks.example.com:${port}`);
});

it.each([
  ["8.8.8.8", true],
  ["2606:4700:4700::1111", true],
  ["0.0.0.0", false],
  ["10.255.255.255", false],
  ["100.64.0.1", false],
  ["100.128.0.1", true],
  ["127.255.0.1", false],
  ["169.254.169.254", false],
  ["172.31.255.255", false],
  ["172.32.0.1", true],
  ["192.168.0.1", false],
  ["198.19.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::808:808", false],
  ["fc00::1", false],
  ["fe80::1", false],
  ["ff02::1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["example.com", false],
])("isPublicAddress(%s) is %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
