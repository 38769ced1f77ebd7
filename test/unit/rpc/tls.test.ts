import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import { makeToy, startToy } from "./toy.ts";

// A key and its self-signed certificate, valid to 2126, made for this test and used nowhere else.
const read = (name: string): string =>
  readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8");
const [key, cert] = [read("localhost-key.pem"), read("localhost-cert.pem")];

describe("over TLS, as without it", () => {
  test("the responses are the same", async () => {
    const { server, port } = await startToy(makeToy(), {}, { tls: { key, cert } });
    const socket = await open(port);
    const text = await send(socket, post("toy.getHeight"), 1);
    expect(text).toMatch(/\r\n\r\n{"jsonrpc":"2.0","result":{"height":"44"},"id":1}\n$/);
    socket.destroy();
    await server.stop(1_000);
  });

  test("requests of one write are all answered, and the connection counts once", async () => {
    const { server, port } = await startToy(makeToy(), {}, { tls: { key, cert } });
    const socket = await open(port);
    const text = await send(socket, post("toy.getHeight").repeat(40), 40);
    expect(text.match(/"height":"44"/g)).toHaveLength(40);
    expect(server.connections).toBe(1);
    socket.destroy();
    while (server.connections > 0) await sleep(1);
    await server.stop(1_000);
  });

  test("a refused upgrade is answered as a plain request", async () => {
    const { server, port } = await startToy(makeToy(), {}, { tls: { key, cert } });
    const socket = await open(port);
    const asking = post("toy.getHeight", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n");
    expect(await send(socket, asking + post("toy.getHeight"), 2)).toContain('"height":"44"');
    expect(server.connections).toBe(1);
    socket.destroy();
    await server.stop(1_000);
  });

  test("a connection that nobody uses makes room, not one that waits for its response", async () => {
    const options = { tls: { key, cert }, limits: { connections: 2 } };
    const { server, port } = await startToy(makeToy(), {}, options);
    const waiting = await open(port);
    const response = send(waiting, post("toy.slow", "", '{"n":500}'), 1);
    const idle = await open(port);
    const ended = new Promise((resolve) => idle.once("close", resolve));
    const third = await open(port);
    await ended;
    expect(await send(third, post("toy.getHeight"), 1)).toContain('"height":"44"');
    expect(await response).toContain('"result":{}');
    for (const socket of [waiting, third]) socket.destroy();
    await server.stop(1_000);
  });
});

function post(method: string, headers = "", params = "{}"): string {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  const head = `POST /ext/toy HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function open(port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const trust = { ca: cert, checkServerIdentity: () => undefined };
    const socket = connect({ host: "127.0.0.1", port, ...trust }, () => {
      socket.off("error", reject);
      socket.on("error", () => {});
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** Writes requests and resolves to what arrives until a number of responses are whole. */
function send(socket: TLSSocket, requests: string, responses: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.split('"id":1}\n').length > responses) resolve(text);
    });
    socket.once("close", () => reject(new Error(`the connection ended after: ${text}`)));
    socket.write(requests);
  });
}
