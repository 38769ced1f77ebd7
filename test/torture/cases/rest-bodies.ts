import { endOfAttack } from "../end-of-attack.ts";
import { openConnections, postHead } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";
import { type Attacks, bodyBytesMax, waitsBeside } from "../waits-beside.ts";

const network = '"network_identifier":{"blockchain":"avalanche","network":"local"}';
const mcpHeaders = ["Accept: application/json, text/event-stream"];
/** The longest body that the package for MCP takes. */
const mcpBytesMax = 4 * 1024 * 1024;

const paths: Readonly<Record<string, readonly string[]>> = {
  "/mesh/block": [],
  "/v1/networks/local/blockchains/p-chain/utxos": [],
  "/mcp": mcpHeaders,
};

const bodies: Readonly<Record<string, (bytes: number) => string>> = {
  levels: (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  names: (bytes) => `{${Array.from({ length: bytes / 14 }, (_, i) => `"name${i}":1`)}}`,
  objects: (bytes) => `{"a":[${"{},".repeat(bytes / 4)}{}]}`,
  "a text": (bytes) => `{"addresses":"${"a".repeat(bytes - 100)}"}`,
};

const attacks: Attacks = Object.fromEntries([
  ...Object.entries(paths).flatMap(([path, headers]) =>
    Object.entries(bodies).map(([what, make]) => {
      const bytesMax = path === "/mcp" ? mcpBytesMax : bodyBytesMax;
      return [`${path}: ${what}`, () => request(path, make(bytesMax), headers)];
    }),
  ),
  ...["search", "describe"].map((name) => [
    `/mcp/lazy: ${name} of a million words`,
    () => request("/mcp/lazy", toolCall(name), mcpHeaders),
  ]),
]);

const firstCall = {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
};

const crowdSize = 200;
const crowdMs = 5_000;

export const torture: TortureCase = {
  attack: "long bodies and crowds of requests to the Data API, Mesh and MCP",
  run: async (stage) => {
    const node = await stage.startNode("--public", "--data-api", "--mesh", "--mcp");
    // The first call loads what answers it, which takes as long as an attack may.
    for (const path of ["/mcp", "/mcp/lazy"]) await fetch(`${node.url}${path}`, firstCall);
    const measures = await waitsBeside(stage, node, attacks);
    const bystander = await stage.startBystander(node);
    const sockets = await openConnections(node, crowdSize);
    const search = request("/mesh/search/transactions", `{${network},"limit":100}`);
    for (const socket of sockets) socket.resume().write(search.repeat(100));
    await new Promise((resolve) => setTimeout(resolve, crowdMs));
    const leave = () => {
      for (const socket of sockets) socket.destroy();
    };
    const attack = `${crowdSize} that search in Mesh`;
    const { rows } = await endOfAttack(attack, { node, bystander, leave });
    return [...measures, ...rows];
  },
};

function request(path: string, body: string, headers: readonly string[] = []): string {
  return postHead(path, Buffer.byteLength(body), ...headers) + body;
}

function toolCall(name: string): string {
  const text = "word ".repeat(800_000);
  const params = { name, arguments: { query: text, method: text } };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}
