import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { textFrame } from "../../../src/rpc/streams/web-sockets.ts";

const texts = [
  "",
  "a",
  "é€😀",
  ...[125, 126, 127, 65_535, 65_536, 200_000].map((n) => "x".repeat(n)),
];

let url = "";
const http = createServer();

beforeAll(async () => {
  const server = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, socket, head) =>
    server.handleUpgrade(request, socket, head, () => {
      for (const text of texts) socket.write(textFrame(text));
    }),
  );
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(() => http.close());

it("is what a client reads as the text, whatever its length", async () => {
  const client = new WebSocket(url);
  const got: string[] = [];
  client.on("message", (data, isBinary) => {
    expect(isBinary).toBe(false);
    got.push(String(data));
  });
  await expect.poll(() => got.length).toBe(texts.length);
  expect(got).toEqual(texts);
  client.terminate();
});
