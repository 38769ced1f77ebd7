import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RevertedEvent, WatchEvent } from "../../../src/generated/events.ts";

export type Received = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: WatchEvent | RevertedEvent;
};

/** Answers a request; by default with 204. */
export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

/** A target on 127.0.0.1 that stores what it receives. */
export type Target = {
  readonly url: string;
  readonly received: readonly Received[];
  answer: Answering;
  /** Resolves when it has received a number of requests in all. */
  readonly has: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openTarget(port = 0): Promise<Target> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const target: Omit<Target, "url"> = {
    received,
    answer: (response) => response.writeHead(204).end(),
    has: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      received.push({ id: headers["webhook-id"]!, headers, body, event: JSON.parse(body) });
      target.answer(response, request);
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return Object.assign(target, { url });
}
