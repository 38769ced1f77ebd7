import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../codegen/foreign/main.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-url-"));
const asked: string[] = [];
let own: Server;
let other: Server;
let ownUrl = "";
let otherUrl = "";

const documentWith = (reference: string): string =>
  JSON.stringify({
    openrpc: "1.4.1",
    info: { title: "Served", version: "1.0.0" },
    methods: [{ name: "get", params: [], result: { name: "value", schema: { $ref: reference } } }],
  });

beforeAll(async () => {
  const types = JSON.stringify({ Value: { type: "string", enum: ["one"] } });
  other = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end(types);
  });
  own = createServer((request, response) => {
    const pages: Readonly<Record<string, string>> = {
      "/api/local.json": documentWith("../types.json#/Value"),
      "/api/foreign.json": documentWith(`${otherUrl}/types.json#/Value`),
      "/api/moved.json": documentWith("../moved-types.json#/Value"),
      "/api/away.json": documentWith("../away-types.json#/Value"),
      "/api/disk.json": documentWith("file:///etc/hostname"),
      "/types.json": types,
    };
    const targets: Readonly<Record<string, string>> = {
      "/moved-types.json": "/types.json",
      "/away-types.json": `${otherUrl}/types.json`,
    };
    const target = targets[request.url ?? ""];
    if (target !== undefined) return void response.writeHead(302, { location: target }).end();
    const page = pages[request.url ?? ""];
    response.writeHead(page === undefined ? 404 : 200).end(page);
  });
  for (const server of [own, other]) {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  }
  ownUrl = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});

afterAll(() => {
  for (const server of [own, other]) server.close();
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(args, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    stopped: () => Promise.resolve(),
  });
  return { code, out: out.join(""), err: err.join("") };
}

test.each(["local.json", "moved.json"])(
  "%s is read with its references to its own origin",
  async (name) => {
    const out = join(folder, name);
    const made = await run(
      "client",
      "--language",
      "typescript",
      "--out",
      out,
      `${ownUrl}/api/${name}`,
    );
    expect(made.err).toBe("");
    expect(made.code).toBe(0);
    expect(readFileSync(join(out, "src/generated/types.ts"), "utf8")).toContain('"one"');
  },
);

test.each(["foreign.json", "away.json", "disk.json"])(
  "%s leads out of its origin, which is an error and sends no request",
  async (name) => {
    asked.length = 0;
    const url = `${ownUrl}/api/${name}`;
    const made = await run("client", "--language", "go", "--out", join(folder, "none"), url);
    expect(made.code).toBe(2);
    expect(made.err).toMatch(/outside its folder or origin|redirected to/);
    expect(existsSync(join(folder, "none"))).toBe(false);
    // A finding beside others, unless there is no document.
    const { code, out, err } = await run("lint", url);
    expect(code).toBe(name === "away.json" ? 2 : 1);
    expect(out + err).toMatch(/outside its folder or origin|redirected to/);
    expect(asked).toEqual([]);
  },
);

test("a reference to another origin is followed when it is allowed", async () => {
  const { code, err } = await run("lint", "--allow", otherUrl, `${ownUrl}/api/foreign.json`);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(asked).toEqual(["/types.json"]);
});

test("a file that refers to a URL is an error unless the URL is allowed", async () => {
  const path = join(folder, "file.json");
  writeFileSync(path, documentWith(`${otherUrl}/types.json#/Value`));
  expect(await run("lint", path)).toMatchObject({
    code: 1,
    out: expect.stringContaining(`allow it with --allow ${otherUrl}`),
  });
  expect((await run("lint", "--allow", otherUrl, path)).code).toBe(0);
});
