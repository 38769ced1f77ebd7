import { parseJson } from "../formats/json.ts";
import type { WatchDefinition, WatchPosition, WatchProgress } from "./watch.ts";

/** Definition, progress and positions as the store has them. */
export function textOfDefinition(definition: WatchDefinition): string {
  return JSON.stringify(definition);
}

export function parseDefinition(text: string): WatchDefinition {
  const { target, extra, ...others } = parseJson(text) as unknown as WatchDefinition;
  return { target, extra, ...others };
}

export function textOfProgress(progress: WatchProgress): string {
  const { status, position, reached, isBehind, reverts, reported } = progress;
  const { delivered, failures, lastAttemptMs, lastAnswer } = progress;
  return JSON.stringify({
    ...{ status, position: textOfPosition(position), isBehind, reverts, reported },
    ...(reached && { reached: textOfPosition(reached) }),
    ...{ delivered, failures },
    ...{ lastAttemptMs, lastAnswer },
  });
}

export function parseProgress(text: string): WatchProgress {
  const { position, reached, ...others } = parseJson(text) as unknown as StoredProgress;
  const { reported, lastAttemptMs, lastAnswer } = others;
  return {
    ...others,
    position: parsePosition(position),
    reached: reached === undefined ? undefined : parsePosition(reached),
    ...{ reported, lastAttemptMs, lastAnswer },
  };
}

type StoredProgress = Omit<WatchProgress, "position" | "reached"> & {
  readonly position: string;
  readonly reached?: string;
};

export function textOfPosition({ height, count, part, block }: WatchPosition): string {
  return `${height}.${count}.${part}.${block}`;
}

export function parsePosition(text: string): WatchPosition {
  const [height = "", count = "", part = "", block = ""] = text.split(".");
  return { height: BigInt(height), count: Number(count), part: Number(part), block };
}
