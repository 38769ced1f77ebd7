import { expect, test } from "vitest";
import {
  createClient,
  type EventStream,
  type EventsQuery,
  NoEventsError,
  QueryError,
  type StreamEvent,
  TransportError,
} from "../src/index.ts";
import { block, type Connection, eventNode, message, ready, refuse } from "./event-node.ts";

const lasting = { retryDelayMs: 1 };

async function take(stream: EventStream, count: number): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) if (events.push(event) === count) break;
  return events;
}

function heights(events: readonly StreamEvent[]): string[] {
  return events.map((event) => `${event.type} ${"height" in event ? event.height : ""}`);
}

function ending(text: string): Connection {
  return { text, ends: true };
}

function staying(text: string): Connection {
  return { text, ends: false };
}

test("events are typed, and asked for as the query says", async () => {
  const weight = "18446744073709551615";
  const validator = {
    type: "validator",
    cursor: "5.2.0",
    height: "5",
    subnetID: "s",
    nodeID: "n",
    weight,
    previousWeight: "0",
  };
  const asked: string[] = [];
  const node = await eventNode((request, response) => {
    asked.push(`${request.method} ${request.headers.accept} ${request.headers["x-key"]}`);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`${ready("5.1.0")}: alive\n\n${message("5.2.0", validator)}`);
  });
  const client = createClient(`${node.url}/`, { headers: { "x-key": "k" } });
  const query: EventsQuery = { topics: ["block", "validator"], fromHeight: 5n, subnetID: "s" };
  const stream = client.events(query);
  expect(stream.cursor).toBeUndefined();
  expect(await take(stream, 2)).toEqual([
    { type: "ready", cursor: "5.1.0", height: 5n, blockID: "id" },
    { ...validator, height: 5n, weight: 2n ** 64n - 1n, previousWeight: 0n },
  ]);
  expect(stream.cursor).toBe("5.2.0");
  expect(node.queries).toEqual([{ topics: "block,validator", fromHeight: "5", subnetID: "s" }]);
  expect(asked).toEqual(["GET text/event-stream k"]);
});

test("a broken connection resumes after the last event; half an event does not count", async () => {
  const half = block(7).slice(0, -1);
  const node = await eventNode(
    ending(`${ready("5.0.0")}${block(5)}${block(6)}${half}`),
    (request) => request.socket.destroy(),
    refuse(503, "not yet\n"),
    staying(`${ready("6.1.00000000")}${block(7)}`),
  );
  const stream = createClient(node.url, lasting).events({ topics: ["block"], fromHeight: 5n });
  expect(heights(await take(stream, 4))).toEqual(["ready 5", "block 5", "block 6", "block 7"]);
  const again = { topics: "block", after: "6.1.00000000" };
  expect(node.queries).toEqual([{ topics: "block", fromHeight: "5" }, again, again, again]);
});

test("a ready before a reverted does not move the cursor that was given", async () => {
  const reverted = { type: "reverted", cursor: "2.0.1", height: "2", blockID: "id" };
  const node = await eventNode(
    ending(ready("2.0.1")),
    staying(`${ready("2.0.1")}${message("2.0.1", reverted)}`),
  );
  const stream = createClient(node.url, lasting).events({ after: "9.0.0" });
  expect(heights(await take(stream, 2))).toEqual(["ready 5", "reverted 2"]);
  expect(node.queries).toEqual([{ after: "9.0.0" }, { after: "9.0.0" }]);
  expect(stream.cursor).toBe("2.0.1");
});

test("an event without an ID does not move the cursor", async () => {
  const plain = 'data: {"type":"uptime"}\n\n';
  const node = await eventNode(ending(block(6)), ending(plain), staying(block(7)));
  const stream = createClient(node.url, lasting).events();
  expect(await take(stream, 3)).toMatchObject([{ height: 6n }, { type: "uptime" }, { height: 7n }]);
  expect(node.queries).toEqual([{}, { after: "6.1.00000000" }, { after: "6.1.00000000" }]);
});

test("a type of stream is read in any case", async () => {
  const node = await eventNode((_request, response) => {
    response.writeHead(200, { "content-type": "Text/Event-Stream" }).write(ready("5.0.0"));
  });
  expect(heights(await take(createClient(node.url).events(), 1))).toEqual(["ready 5"]);
});

test("leaving the loop closes the connection, and another loop resumes after the last returned event", async () => {
  const node = await eventNode(staying(`${ready("5.0.0")}${block(5)}${block(6)}`));
  const stream = createClient(node.url).events();
  expect(heights(await take(stream, 2))).toEqual(["ready 5", "block 5"]);
  await node.closed[0];
  expect(heights(await take(stream, 1))).toEqual(["block 5"]);
  expect(node.queries).toEqual([{}, { after: "5.1.00000000" }]);
});

test("an event of a newer node comes as it is", async () => {
  const node = await eventNode(staying(message("1.0.0", { type: "uptime" })));
  const stream = createClient(node.url).events();
  expect(await take(stream, 1)).toEqual([{ type: "uptime" }]);
  expect(stream.cursor).toBe("1.0.0");
});

test("an invalid query is reported with its field, and not retried", async () => {
  const node = await eventNode(refuse(400, 'after: expected the cursor of an event, got "x"\n'));
  const stream = createClient(node.url, lasting).events({ after: "x", fromHeight: 1n });
  const failure = await take(stream, 1).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(QueryError);
  expect(failure).toMatchObject({
    field: "after",
    message: 'after: expected the cursor of an event, got "x"',
  });
  expect(node.queries).toEqual([{ after: "x", fromHeight: "1" }]);
});

test("a node without events is reported, and not retried", async () => {
  const node = await eventNode(refuse(404, "The events are off\n"));
  const failure = await take(createClient(node.url, lasting).events(), 1).catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(NoEventsError);
  expect(failure).toMatchObject({ message: "The events are off" });
  expect(node.queries).toHaveLength(1);
});

const compressedTwice: Connection = (_request, response) => {
  const headers = { "content-type": "text/event-stream", "content-encoding": "gzip, gzip" };
  response.writeHead(200, headers).write("x");
};

test.each<[string, Connection, object]>([
  ["another status", refuse(403, "no"), { reason: "http", status: 403, message: "HTTP 403: no" }],
  ["another answer", refuse(200, "{}"), { reason: "response" }],
  [
    "a refusal that is too long",
    refuse(503, "x".repeat(2_000_000)),
    { reason: "response", message: "the response is longer than 1048576 bytes" },
  ],
  ["a stream that is compressed twice", compressedTwice, { reason: "response" }],
  ["an event that is not JSON", staying("id: 1\ndata: {\n\n"), { reason: "response" }],
  ["data that is not an event", staying("id: 1\ndata: 7\n\n"), { reason: "response" }],
])("%s ends the stream at once", async (_name, connection, failure) => {
  const node = await eventNode(connection);
  const taken = take(createClient(node.url, lasting).events(), 1);
  await expect(taken).rejects.toMatchObject(failure);
  await expect(taken).rejects.toThrow(TransportError);
  expect(node.queries).toHaveLength(1);
});

test("failures in a row are bounded, and an answer of the node ends the row", async () => {
  const node = await eventNode(
    refuse(503, "1"),
    refuse(503, "2"),
    ending(ready("5.0.0")),
    refuse(503, "3"),
    refuse(503, "4"),
  );
  const stream = createClient(node.url, lasting).events({}, { retries: 2 });
  await expect(take(stream, 2)).rejects.toMatchObject({ status: 503, message: "HTTP 503: 4" });
  expect(node.queries).toHaveLength(5);
});

test("a node that ends every stream is given up with that reason", async () => {
  const node = await eventNode(ending(""));
  const stream = createClient(node.url, lasting).events({}, { retries: 0 });
  await expect(take(stream, 1)).rejects.toMatchObject({
    reason: "connection",
    message: "the node ended the stream",
  });
});

test("silence is a broken connection, before the answer and after", async () => {
  const node = await eventNode(() => {}, staying(ready("5.0.0")), staying(block(6)));
  const client = createClient(node.url, { ...lasting, timeoutMs: 100 });
  const stream = client.events({}, { idleTimeoutMs: 100 });
  expect(heights(await take(stream, 2))).toEqual(["ready 5", "block 6"]);
  expect(node.queries.at(-1)).toEqual({ after: "5.0.0" });
  const silent = client.events({}, { idleTimeoutMs: 100, retries: 0 });
  await expect(take(silent, 2)).rejects.toMatchObject({ reason: "timeout" });
});

test("a signal ends a stream with its reason: before, while it waits, between connections", async () => {
  const reason = new Error("enough");
  const node = await eventNode(staying(ready("5.0.0")), refuse(503, "no"));
  const early = createClient(node.url).events({}, { signal: AbortSignal.abort(reason) });
  await expect(take(early, 1)).rejects.toBe(reason);
  expect(node.queries).toHaveLength(0);

  const controller = new AbortController();
  const stream = createClient(node.url).events({}, { signal: controller.signal });
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  const waiting = iterator.next();
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await node.closed[0];

  const between = new AbortController();
  const pausing = createClient(node.url, { retryDelayMs: 60_000 }).events(
    {},
    { signal: between.signal },
  );
  const taken = take(pausing, 1);
  await expect.poll(() => node.queries.length).toBe(2);
  await node.closed[1];
  between.abort(reason);
  await expect(taken).rejects.toBe(reason);
});

test("a fetch that cannot stream is reported", async () => {
  const fetch = async () => ({ ok: true, status: 200, text: async () => "" });
  const taken = take(createClient("http://node", { fetch }).events(), 1);
  await expect(taken).rejects.toMatchObject({ reason: "response" });
});
