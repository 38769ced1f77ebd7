import { once } from "node:events";
import { WebSocket } from "ws";
import { subscriptionsOf } from "../../../codegen/foreign/subscriptions/find.ts";
import {
  formatJson,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
} from "../../../codegen/load/json.ts";
import { withServer } from "../harness.ts";
import { expectSame } from "./expect-same.ts";
import { itemsByStream } from "./pushed-items.ts";
import { type PushingServer, whileRunning } from "./pushing-server.ts";
import type { StreamCall } from "./run-language.ts";

/**
 * Begins every stream of a generated server twice, in one batch on one connection. Each must have an ID and items of its own,
 * and end alone.
 */
export async function shareOneConnection(
  document: JsonObject,
  { feed, create }: PushingServer,
  calls: readonly StreamCall[],
): Promise<string> {
  const written = subscriptionsOf(document);
  const requests = [...calls.entries(), ...calls.entries()].map(([index, { params }], id) => {
    const { method, when } = written[index] ?? {};
    return { jsonrpc: "2.0", id, method: method?.["name"] ?? "", params: { ...when, ...params } };
  });
  const problems: string[] = [];
  feed.reset(itemsByStream(document), false);
  await withServer(
    create((problem) => problems.push(problem)),
    async (url) => {
      const { socket, received } = await connect(url);
      socket.send(formatJson(requests, 0));
      const wantedCount = 2 * sum([...feed.items.values()].map(({ length }) => length));
      await whileRunning(() => received.length <= wantedCount - calls.length);
      const [responses, ...notifications] = received;
      const ids = (responses as readonly JsonObject[]).map(({ result = null }) => result);
      expectSame("IDs", new Set(ids.map(String)).size, requests.length);
      for (const [index, id] of ids.entries()) {
        const { name } = calls[index % calls.length] as StreamCall;
        const { idMember, payloadMember, pushes } = written[
          index % calls.length
        ] as (typeof written)[number];
        const own = (notifications as readonly JsonObject[])
          .map(({ method = "", params = {} }) => ({ notification: method, params }))
          .filter(({ params }) => objectAt({ params }, "params")[idMember] === id)
          .map(({ notification, params }) => {
            const payload = objectAt({ params }, "params")[payloadMember] ?? null;
            return pushes.length === 1 ? payload : { notification, payload };
          });
        expectSame(name, own, (feed.items.get(name) ?? []).slice(index < calls.length ? 0 : 1));
      }
      for (const [index, id] of ids.entries()) {
        const { end } = written[index % calls.length] ?? {};
        if (index < calls.length && end !== undefined) {
          socket.send(
            formatJson({ jsonrpc: "2.0", id: `end ${index}`, method: end, params: [id] }, 0),
          );
        }
      }
      await whileRunning(() => feed.running > calls.length);
      expectSame("ends", feed.ended, Array(calls.length).fill(true));
      socket.close();
      await whileRunning(() => feed.running > 0);
    },
  );
  expectSame("problems", problems, []);
  return `${requests.length} streams on one connection`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

async function connect(url: string) {
  const socket = new WebSocket(url);
  const received: Json[] = [];
  socket.on("message", (data) => received.push(parseJson(String(data))));
  await once(socket, "open");
  return { socket, received };
}
