import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../stage.ts";
import { holds, type TortureCase, waitRows } from "../torture-case.ts";

const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const perKind = 100;
const payments = 20;
const megabyte = "x".repeat(2 ** 20);
const part = "x".repeat(2 ** 16);

/** What a hostile target does with a request. */
const behaviors: Readonly<Record<string, (response: ServerResponse, loopback: string) => void>> = {
  "never answers": () => {},
  "answers forever": (response) => {
    response.writeHead(200);
    const more = () => {
      while (response.write(megabyte));
    };
    response.on("drain", more);
    more();
  },
  "declares a body of a gigabyte": (response) => {
    response.writeHead(200, { "content-length": 2 ** 30 });
    let left = 2 ** 14;
    const more = () => {
      while (left > 0 && response.write(part)) left -= 1;
    };
    response.on("drain", more);
    more();
  },
  "sends a gigabyte of headers": (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nx-long: ${megabyte}`);
  },
  "redirects to loopback": (response, loopback) => {
    response.writeHead(307, { location: loopback }).end();
  },
  "resets the connection": (response) => {
    response.socket?.resetAndDestroy();
  },
};

export const torture: TortureCase = {
  attack: `${perKind} watches each with targets that never answer, answer forever, declare a gigabyte, redirect to loopback, or reset`,
  run: async (stage) => {
    const node = await stage.startNode("--watch-allow-private-targets");
    const url = `http://127.0.0.1:${node.port}`;
    let honest = 0;
    let redirected = 0;
    const good = await listen(stage, (response) => {
      honest += 1;
      response.writeHead(204).end();
    });
    const loopback = await listen(stage, (response) => {
      redirected += 1;
      response.writeHead(204).end();
    });
    for (const behave of Object.values(behaviors)) {
      const target = await listen(stage, (response) => behave(response, loopback));
      for (let i = 0; i < perKind; i++) await watch(url, target);
    }
    await watch(url, good);
    const bystander = await stage.startBystander(node);
    const began = performance.now();
    for (let i = 0; i < payments; i++)
      await call(url, "/ext/dev", "dev.fund", { address, amount: 1 });
    while (honest < payments && performance.now() - began < 30_000) await sleep(20);
    const tookMs = performance.now() - began;
    await sleep(5_000);
    const waits = await bystander.stop();
    return [
      holds("the honest target has every payment", honest === payments),
      { what: "until it has them", measured: tookMs, bound: 5_000, unit: "ms" },
      holds("no redirect was followed", redirected === 0),
      ...waitRows("hostile targets", waits),
    ];
  },
};

async function listen(stage: Stage, answer: (response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.on("error", () => {});
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stage.onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function watch(node: string, target: string): Promise<void> {
  const rule = { kind: "addressActivity", addresses: [address] };
  return call(node, "/ext/watch", "watch.create", { rule, target: { url: target } });
}

async function call(node: string, path: string, method: string, params: object): Promise<void> {
  const response = await fetch(`${node}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { error } = (await response.json()) as { readonly error?: { readonly message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
}
