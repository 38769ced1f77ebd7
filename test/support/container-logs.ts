import { ArchivedLog } from "../../src/indexer/archived-log.ts";
import { Archiver } from "../../src/indexer/archiver.ts";
import type {
  ContainerLog,
  ContainerPages,
  IndexPath,
  NewContainer,
} from "../../src/store/container-log.ts";
import { Containers } from "../../src/store/containers.ts";
import { Archive } from "../../src/store/postgres/archive.ts";
import { openIndices, shown } from "./containers.ts";
import { missingPostgres, TestPostgres } from "./postgres.ts";

export type WholeLog = ContainerLog & ContainerPages;

/** A log under test. */
export type OpenedLog = {
  readonly log: WholeLog;
  /** The same log, opened once more. */
  readonly again: () => WholeLog;
  /** Another index in the same place, which nobody fills. */
  readonly other: WholeLog;
  readonly append: (containers: readonly NewContainer[]) => Promise<void>;
  /** As `append`, but undone before it is whole. */
  readonly appendInVain: (containers: readonly NewContainer[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A way to keep a log. `start` and `stop` begin and end what it needs. */
export type LogKind = {
  readonly name: string;
  readonly missing: string | undefined;
  readonly start: () => Promise<void>;
  readonly open: () => Promise<OpenedLog>;
  readonly stop: () => Promise<void>;
};

const path = "X/tx" satisfies IndexPath;
const otherPath = "X/vtx" satisfies IndexPath;

const inSqlite: LogKind = {
  name: "SQLite",
  missing: undefined,
  start: async () => {},
  open: async () => {
    const { database, indexer, close } = openIndices();
    const append = (containers: readonly NewContainer[]) =>
      database.transaction(() => indexer.logs[path].append(containers))();
    return {
      log: indexer.logs[path],
      again: () => new Containers(database, path),
      other: indexer.logs[otherPath],
      append: async (containers) => append(containers),
      appendInVain: async (containers) =>
        database.transaction(() => {
          append(containers);
          throw new Error("undone");
        })(),
      close: async () => close(),
    };
  },
  stop: async () => {},
};

/** Both kinds with a server have one of their own while they are tested. */
function withPostgres(name: string, open: (server: TestPostgres) => Promise<OpenedLog>): LogKind {
  let server: TestPostgres | undefined;
  return {
    name,
    missing: missingPostgres(),
    start: async () => {
      server = await TestPostgres.start();
    },
    open: () => open(server!),
    stop: async () => server?.remove(),
  };
}

const owner = { storeID: "one", network: "local", hasArchived: false };

const inPostgres = withPostgres("PostgreSQL", async (server) => {
  const url = server.url(await server.newDatabase());
  const archive = Archive.at(url, owner);
  const log = archive.logs[path];
  const append = async (containers: readonly object[]) =>
    archive.append(path, await log.count(), containers.length, JSON.stringify(containers));
  const texts = async (containers: readonly NewContainer[]) => {
    const count = Number(await log.count());
    return containers.map((container, i) => shown(container, count + i));
  };
  return {
    log,
    again: () => archive.logs[path],
    other: archive.logs[otherPath],
    append: async (containers) => append(await texts(containers)),
    appendInVain: async (containers) => append([...(await texts(containers)), { index: "none" }]),
    close: () => archive.close(),
  };
});

const inBoth = withPostgres("SQLite before PostgreSQL", async (server) => {
  const { database, indexer, close } = openIndices();
  const url = server.url(await server.newDatabase());
  const archive = Archive.at(url, owner);
  const archiver = new Archiver({
    database,
    logs: indexer.logs,
    archive,
    acceptedHeight: () => 0n,
    tailContainers: 3,
  });
  const logAt = (at: IndexPath) => new ArchivedLog(indexer.logs[at], archive.logs[at]);
  const append = (containers: readonly NewContainer[]) =>
    database.transaction(() => indexer.logs[path].append(containers))();
  return {
    log: logAt(path),
    again: () => logAt(path),
    other: logAt(otherPath),
    append: async (containers) => {
      append(containers);
      await archiver.moveAll();
    },
    appendInVain: async (containers) =>
      database.transaction(() => {
        append(containers);
        throw new Error("undone");
      })(),
    close: async () => {
      await archive.close();
      close();
    },
  };
});

/** Every implementation of a container log. */
export const logKinds: readonly LogKind[] = [inSqlite, inPostgres, inBoth];
