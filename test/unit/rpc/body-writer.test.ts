import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { expect, it } from "vitest";
import { BodyWriter } from "../../../src/rpc/http/body-writer.ts";
import { Client } from "../../../src/rpc/http/client.ts";
import { MemoryBudget } from "../../../src/rpc/http/memory-budget.ts";
import { headOf, LastLines, PlainReply } from "../../../src/rpc/http/reply.ts";

/** Takes what is written, but says so only later, as a socket does. */
class ToySocket extends Duplex {
  written = "";

  override _read(): void {}

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    for (const { chunk } of chunks) this.written += Buffer.from(chunk).toString("latin1");
    setImmediate(done);
  }
}

class ToyClient extends Client {
  readonly mustMove = true;
  readonly hasMore = false;

  override advance(): void {}

  override sent(): void {}
}

it("sends what is written together in the turn of its client, however long it is", () => {
  const socket = new ToySocket();
  const client = new ToyClient(socket as Duplex as Socket, new MemoryBudget(100_000_000));
  const request = { host: "localhost", acceptEncoding: undefined, isLast: false };
  const reply = new PlainReply(client, request, new LastLines(0));
  const body = reply.begin(headOf([]), []);
  const writer = new BodyWriter(client.socket, body, false);
  const long = Buffer.alloc(500_000, "x");
  writer.write('[{"result":', long);
  const [head, sent] = socket.written.split("\r\n\r\n");
  expect(head).toContain("Transfer-Encoding: chunked");
  expect(sent).toBe(`b\r\n[{"result":\r\n7a120\r\n${long.toString("latin1")}\r\n`);
});
