import {
  type ContainerLog,
  type ContainerPages,
  type IndexPath,
  parseContainer,
} from "../store/container-log.ts";
import { formatHead, formatLine } from "./export-format.ts";

/** Pieces are at least this long, but for the last. */
const pieceLength = 256 * 1024;

/** An export of these indices, as text in pieces with the number of containers that each holds. */
export async function* exportContainers(
  logs: ReadonlyMap<IndexPath, ContainerLog & ContainerPages>,
): AsyncIterable<{ readonly text: string; readonly containers: number }> {
  const counts: Partial<Record<IndexPath, number>> = {};
  for (const [path, log] of logs) counts[path] = Number(await log.count());
  let text = formatHead(counts);
  let containers = 0;
  for (const [path, log] of logs) {
    for await (const page of log.pages()) {
      for (const container of page) text += formatLine(path, parseContainer(container));
      containers += page.length;
      if (text.length < pieceLength) continue;
      yield { text, containers };
      text = "";
      containers = 0;
    }
  }
  yield { text, containers };
}
