import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import { packDocuments } from "../../../playground/contract/packed.ts";
import type { JsonObject } from "../../../playground/json/parse.ts";
import { requestText } from "../../../playground/request/request.ts";
import type { Call } from "../../../playground/snippets/call.ts";
import { curlGet, curlPost, shellWord } from "../../../playground/snippets/curl.ts";
import { typescript } from "../../../playground/snippets/typescript.ts";
import { documentSets } from "../../../scripts/build-site.ts";

const contract = contractOf(packDocuments(await documentSets()), "spec");

function callOf(name: string, params: JsonObject, path?: string): Call {
  const method = contract.methods.get(name)!;
  return {
    method,
    schemas: contract.schemas,
    params,
    request: requestText(name, params),
    node: "http://127.0.0.1:9650",
    path: path ?? method.paths[0]!,
    profile: "spec",
  };
}

describe("curl", () => {
  test("a request is one line in quotes", () => {
    const { node, path, request } = callOf("platform.getBlock", { blockID: "a" });
    expect(curlPost(node + path, request)).toBe(
      `curl -s http://127.0.0.1:9650/ext/bc/P \\
  -H 'content-type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"a"}}'`,
    );
  });

  test("a request that is no JSON is sent as it stands", () => {
    expect(curlPost("http://a", "{ no")).toContain("-d '{ no'");
  });

  test
    .skipIf(process.platform === "win32")
    .each(["plain", "it's", "'", 'a\nb $HOME `x` \\ "', "http://a/b?tag=a&tag=b", ""])(
    "%j is one word of a shell",
    (text) => {
      const out = execFileSync("/bin/sh", ["-c", `printf %s ${shellWord(text)}`]).toString();
      expect(out).toBe(text);
    },
  );

  test("a query is quoted", () => {
    expect(curlGet("http://a/ext/health?tag=a&tag=b")).toBe(
      "curl -s 'http://a/ext/health?tag=a&tag=b'",
    );
  });
});

describe("TypeScript", () => {
  test("short params stand on the call's line", () => {
    expect(typescript(callOf("platform.getBlockByHeight", { height: 5 }))).toBe(
      `import { createClient } from "couloir-client";

const client = createClient("http://127.0.0.1:9650");

const result = await client.platform.getBlockByHeight({ height: 5 });
console.log(result);`,
    );
  });

  test("a method without params has no argument", () => {
    expect(typescript(callOf("platform.getHeight", {}))).toContain("client.platform.getHeight();");
  });

  test("integers beyond a double are bigint", () => {
    const call = callOf("platform.getBlockByHeight", { height: 18446744073709551615n });
    expect(typescript(call)).toContain("{ height: 18446744073709551615n }");
  });

  test("paths with data of their own are keys", () => {
    const call = callOf("index.getLastAccepted", {}, "/ext/index/X/tx");
    expect(typescript(call)).toContain('client.index["X/tx"].getLastAccepted()');
  });

  test("AvalancheGo's profile has a client of its own", () => {
    const call = { ...callOf("platform.getHeight", {}), profile: "avalanchego" };
    expect(typescript(call)).toContain("createAvalanchegoClient(");
  });
});
