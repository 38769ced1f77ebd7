import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { compareAsks, readAsk } from "../../../src/replay/compare-asks.ts";
import { answersOver } from "../../support/http-answers.ts";

it("asks a node over HTTP and reads its integers exactly", async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(Buffer.concat(chunks).toString());
    response.end('{"jsonrpc":"2.0","result":{"excess":18446744073709551615},"id":1}\n');
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const ask = readAsk(
    '{"clock":1,"method":"platform.getFeeState","params":{"n":18446744073709551615},"response":{"result":{"excess":18446744073709551615}}}',
  );
  const { differences } = await compareAsks([ask], answersOver(`http://127.0.0.1:${port}/`));
  await new Promise((resolve) => server.close(resolve));
  expect(differences).toEqual([]);
  expect(bodies).toEqual([
    '{"jsonrpc":"2.0","id":1,"method":"platform.getFeeState","params":{"n":18446744073709551615}}',
  ]);
});
