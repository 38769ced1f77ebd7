/*
 * The floor: a bare node:http server that reads a body and returns a constant as long as a light response. Reports its port
 * to the process that forked it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const answer = Buffer.from('{"jsonrpc":"2.0","result":{"height":"0"},"id":1}\n');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    Buffer.concat(chunks).toString();
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": answer.length,
    });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
