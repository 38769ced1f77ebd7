import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { handlersFolder } from "../../../codegen/foreign/server/handlers.ts";
import type { Json, JsonObject } from "../../../codegen/load/json.ts";
import { writeServer } from "../server-check.ts";

/** What the handlers of a generated server push, and what they saw. */
export type Feed = {
  /** By stream. */
  readonly items: ReadonlyMap<string, readonly Json[]>;
  /** Streams that have not ended. */
  readonly running: number;
  /** The params of each stream that was begun. */
  readonly params: readonly Json[];
  /** What methods that end subscriptions found: whether there was one. */
  readonly ended: boolean[];
  dropConnections: () => void;
  /** With `breaks`, a connection breaks after two items, and the stream of the next one fails after two more. */
  readonly reset: (items: ReadonlyMap<string, readonly Json[]>, breaks: boolean) => void;
};

/** A generated server whose every stream pushes the items of `feed`. */
export type PushingServer = {
  readonly feed: Feed;
  readonly create: (log: (problem: string) => void) => Server;
};

/** Writes the server of a document as the command does, and replaces each handler of a stream. */
export async function pushingServer(document: JsonObject, folder: string): Promise<PushingServer> {
  writeServer(document, folder);
  symlinkSync(
    fileURLToPath(new URL("../../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  writeFileSync(join(folder, "src/feed.ts"), feedModule);
  for (const file of readdirSync(join(folder, handlersFolder))) {
    const path = join(folder, handlersFolder, file);
    const [, name] = /StreamHandler<("(?:[^"\\]|\\.)*")>/.exec(readFileSync(path, "utf8")) ?? [];
    if (name !== undefined) writeFileSync(path, handler(name));
  }
  const { feed } = (await import(join(folder, "src/feed.ts"))) as { readonly feed: Feed };
  const made = await import(join(folder, "src/generated/server.ts"));
  await recordEnds(folder, feed);
  return {
    feed,
    create: (log) => {
      const server = made.createServer({ log }) as Server;
      const open = new Set<Socket>();
      server.on("connection", (socket: Socket) => {
        open.add(socket);
        socket.once("close", () => open.delete(socket));
      });
      feed.dropConnections = () => {
        for (const socket of open) socket.destroy();
      };
      return server;
    },
  };
}

/** Methods that end subscriptions have no handler of their own. */
async function recordEnds(folder: string, feed: Feed): Promise<void> {
  const { Connection } = await import(join(folder, "src/generated/runtime/subscriptions.ts"));
  const { turn } = Connection.prototype;
  Connection.prototype.turn = function recorded() {
    const own = turn.call(this);
    return {
      ...own,
      end: (id: unknown) => {
        const existed: boolean = own.end(id);
        feed.ended.push(existed);
        return existed;
      },
    };
  };
}

const handler = (name: string) => `import { push } from "../feed.ts";
import type { StreamHandler } from "../generated/handlers.ts";

export const handler: StreamHandler<${name}> = (params, { signal }) => push(${name}, params, signal);
`;

const feedModule = `import { once } from "node:events";

const begun = new Map<string, number>();
let breaks = false;
export const feed = {
  items: new Map<string, readonly unknown[]>(),
  running: 0,
  params: [] as unknown[],
  ended: [] as boolean[],
  dropConnections: () => {},
  reset: (items: Map<string, readonly unknown[]>, isBreaking: boolean) => {
    Object.assign(feed, { items, running: 0, params: [], ended: [] });
    breaks = isBreaking;
    begun.clear();
  },
};

/** The second stream begins with the second item, so that two at once differ; one that breaks continues where it was. */
export async function* push(name: string, params: unknown, signal: AbortSignal): AsyncGenerator<never> {
  const items = feed.items.get(name) ?? [];
  const earlier = begun.get(name) ?? 0;
  const first = earlier * (breaks ? 2 : 1);
  begun.set(name, earlier + 1);
  feed.running += 1;
  feed.params.push(params);
  try {
    for (let index = first; index < items.length; index++) {
      if (breaks && index === 2 && earlier === 0) return feed.dropConnections();
      if (breaks && index === 4 && earlier === 1) throw new Error("the source failed");
      yield items[index] as never;
    }
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    feed.running -= 1;
  }
}
`;

/** Waits while a condition holds, ten seconds at most. */
export async function whileRunning(holds: () => boolean): Promise<void> {
  const late = AbortSignal.timeout(10_000);
  while (holds()) {
    if (late.aborted) throw new Error("the streams of the server take too long");
    await sleep(10);
  }
}
