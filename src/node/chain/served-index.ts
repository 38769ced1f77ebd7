import {
  type ContainerLog,
  type ContainerPages,
  type IndexPath,
  indexPaths,
} from "../../store/container-log.ts";
import type { History } from "../../store/history.ts";
import { withHistory } from "./container-history.ts";

/** The indices with all their containers, from the store and the index database. */
export type IndexLogs = Readonly<Record<IndexPath, ContainerLog & ContainerPages>>;

/** The index that is served at `/ext/index/<index>`. */
export function containersAt(logs: IndexLogs, path: string, history: History): ContainerLog {
  const index = indexPaths.find((name) => path === `/ext/index/${name}`);
  if (index === undefined) throw new Error(`there is no index at ${path}`);
  return index === "P/block" ? withHistory(logs[index], history) : logs[index];
}
