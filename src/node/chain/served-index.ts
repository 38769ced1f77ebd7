import type { ChainStore } from "../../store/chain-store.ts";
import {
  type ContainerLog,
  type ContainerPages,
  ContainersUnknown,
  type IndexPath,
  indexPaths,
} from "../../store/container-log.ts";
import type { History } from "../../store/history.ts";
import { withHistory } from "./container-history.ts";

/** The indices with all their containers, from the store and the index database. */
export type IndexLogs = Readonly<Record<IndexPath, ContainerLog & ContainerPages>>;

/**
 * The index that is served at `/ext/index/<index>`. That of the P-chain throws ContainersUnknown while `isLacking` returns
 * true.
 */
export function containersAt(
  logs: IndexLogs,
  path: string,
  history: History,
  isLacking: () => boolean,
): ContainerLog {
  const index = indexPaths.find((name) => path === `/ext/index/${name}`);
  if (index === undefined) throw new Error(`there is no index at ${path}`);
  if (index !== "P/block") return logs[index];
  const served = withHistory(logs[index], history);
  const log = () => {
    if (isLacking()) throw new ContainersUnknown("blocks were accepted without containers");
    return served;
  };
  return {
    count: () => log().count(),
    byIndex: (at) => log().byIndex(at),
    byID: (id) => log().byID(id),
    indexOf: (id) => log().indexOf(id),
    lastAccepted: () => log().lastAccepted(),
    range: (startIndex, count) => log().range(startIndex, count),
  };
}

/** What is known of the accepted containers. */
type Indexed = {
  readonly logs: { readonly "P/block": { count(): bigint } };
  /** Undefined if the last block had no container. */
  lastAcceptedID(): unknown;
};

/** Whether the node accepted blocks without their containers, as from upstreams without an index, and none were imported. */
export function lacksContainers(
  blocks: Pick<ChainStore["blocks"], "lastAccepted">,
  indexed: Indexed,
): boolean {
  if (indexed.lastAcceptedID() !== undefined) return false;
  const { height } = blocks.lastAccepted();
  return height > 0n && indexed.logs["P/block"].count() !== height;
}
