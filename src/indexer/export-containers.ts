import {
  type ContainerLog,
  type ContainerPages,
  type IndexPath,
  parseContainer,
} from "../store/container-log.ts";
import { formatHead, formatLine } from "./export-format.ts";

/** The minimum length of a piece, except the last. */
const pieceLength = 256 * 1024;

/** Exports indices as text, in pieces with the number of containers of each. */
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
