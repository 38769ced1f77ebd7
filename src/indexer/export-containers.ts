import type { IndexPath, WrittenContainer } from "../store/container-log.ts";
import type { Containers } from "../store/containers.ts";
import { formatHead, formatLine } from "./export-format.ts";

/** Pieces are at least this long, but for the last. */
const pieceLength = 256 * 1024;

/** An export of these indices, as text in pieces with the number of containers that each holds. */
export function* exportContainers(
  logs: ReadonlyMap<IndexPath, Containers>,
): Iterable<{ readonly text: string; readonly containers: number }> {
  const counts = [...logs].map(([path, log]) => [path, Number(log.count())] as const);
  let text = formatHead(Object.fromEntries(counts));
  let containers = 0;
  for (const [path, log] of logs) {
    for (const page of log.pages()) {
      for (const json of page) text += formatLine(path, JSON.parse(json) as WrittenContainer);
      containers += page.length;
      if (text.length < pieceLength) continue;
      yield { text, containers };
      text = "";
      containers = 0;
    }
  }
  yield { text, containers };
}
