import { readFileSync } from "node:fs";
import { request } from "node:https";
import { expect, test } from "vitest";
import { makeToy, startToy } from "./toy.ts";

// A key and its self-signed certificate, valid to 2126, made for this test and used nowhere else.
const read = (name: string): string =>
  readFileSync(new URL(`vectors/${name}`, import.meta.url), "utf8");

test("the same responses over TLS", async () => {
  const [key, cert] = [read("localhost-key.pem"), read("localhost-cert.pem")];
  const { server, port } = await startToy(makeToy(), {}, { tls: { key, cert } });
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const target = { host: "127.0.0.1", port, path: "/ext/toy", method: "POST" };
    const trust = { ca: cert, checkServerIdentity: () => undefined };
    const call = request({ ...target, ...trust, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(Buffer.concat(chunks).toString()));
    });
    call.on("error", reject);
    call.end('{"jsonrpc":"2.0","id":1,"method":"toy.getHeight"}');
  });
  expect(text).toBe('{"jsonrpc":"2.0","result":{"height":"44"},"id":1}\n');
  await server.stop(1_000);
});
