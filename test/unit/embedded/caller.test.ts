import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { caller } from "../../../src/embedded/caller.ts";

it("keeps every digit of a 64-bit integer, in params and in results", async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (chunk) => bodies.push(chunk));
    request.on("end", () =>
      response.end('{"jsonrpc":"2.0","result":{"n":18446744073709551615,"small":7},"id":1}\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const call = caller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => false);
    const params = { amount: 2n ** 64n - 1n, absent: undefined, list: [1n, "a"] };
    expect(await call("dev.fund", params)).toEqual({ n: 18446744073709551615n, small: 7 });
    expect(bodies.join("")).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"amount":18446744073709551615,"list":[1,"a"]}}',
    );
  } finally {
    server.close();
  }
});

it("names the method and the reason if the node cannot be reached", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const call = caller(`http://127.0.0.1:${port}`, () => false);
  await expect(call("platform.getHeight")).rejects.toThrow(
    `platform.getHeight: the node could not be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
});

it("says that the node is stopped to a call that the stop interrupts", async () => {
  let stopped = false;
  const server = createServer((request) => {
    stopped = true;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const call = caller(url, () => stopped);
    await expect(call("dev.dumpState")).rejects.toThrow("dev.dumpState: the node is stopped");
  } finally {
    server.close();
  }
});
