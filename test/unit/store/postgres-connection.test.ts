import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Connection } from "../../../src/store/postgres/connection.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

/** One message of PostgreSQL's protocol, version 3. */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

test("a server that dies in the moment of the first connection ends no process", async () => {
  const authenticated = message("R", Buffer.alloc(4));
  const ready = message("Z", Buffer.from("I"));
  const fatal = message(
    "E",
    Buffer.from("SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"),
  );
  let startup = "";
  server = createServer((socket) => {
    socket.once("data", (data) => {
      startup = data.toString("latin1");
      socket.end(Buffer.concat([authenticated, ready, fatal]));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const connection = new Connection(`postgres://me@127.0.0.1:${port}/ledger`, async () => {});
  await expect(connection.ready()).rejects.toThrow(`PostgreSQL at 127.0.0.1:${port}/ledger`);
  // PgBouncer refuses it.
  expect(startup).toContain("application_name");
  expect(startup).not.toContain("options");
  await connection.close();
});
