// The smallest server that answers JSON-RPC with fastify, with which requests.ts compares.
import fastify from "fastify";

const server = fastify();
server.get("/ext/health", () => ({ healthy: true }));
server.post("/ext/bc/P", (request) => {
  const { id } = request.body as { id: number };
  return { jsonrpc: "2.0", id, result: { balance: "0" } };
});
await server.listen({ host: "127.0.0.1", port: Number(process.argv[2]) });
