import { type IndexPath, indexPaths } from "../../src/store/container-log.ts";
import type { Exchange } from "./exchange.ts";

/** A container as an index answered it. */
export type RecordedContainer = {
  readonly path: IndexPath;
  readonly id: string;
  readonly bytes: string;
  readonly timestamp: string;
};

/** All that the indices of the recorded node held: it was asked for the longest range of each. */
export function recordedContainers(exchanges: readonly Exchange[]): RecordedContainer[] {
  return indexPaths.flatMap((path) => {
    const range = exchanges.find(
      (exchange) =>
        exchange.path === `/ext/index/${path}` &&
        exchange.body?.includes('"startIndex":0,"numToFetch":1024'),
    );
    const response = range?.response as unknown as RangeResponse | undefined;
    const containers = response?.result?.containers ?? [];
    return containers.map(({ id, bytes, timestamp }) => ({ path, id, bytes, timestamp }));
  });
}

type RangeResponse = {
  readonly result?: { readonly containers: readonly Omit<RecordedContainer, "path">[] };
};
