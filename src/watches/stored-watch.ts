import { parseJson } from "../formats/json.ts";
import type { Revert, WatchDefinition, WatchPosition, WatchProgress } from "./watch.ts";

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
    ...{ status, position: textOfPosition(position), isBehind, reported },
    reverts: reverts.map(({ height, count, number }) => `${height}.${count}.${number}`),
    ...(reached && { reached: textOfPosition(reached) }),
    ...{ delivered, failures },
    ...{ lastAttemptMs, lastAnswer },
  });
}

export function parseProgress(text: string): WatchProgress {
  const { position, reached, reverts, ...others } = parseJson(text) as unknown as StoredProgress;
  const { reported, lastAttemptMs, lastAnswer } = others;
  return {
    ...others,
    position: parsePosition(position),
    reached: reached === undefined ? undefined : parsePosition(reached),
    reverts: parseReverts(reverts),
    ...{ reported, lastAttemptMs, lastAnswer },
  };
}

type StoredProgress = Omit<WatchProgress, "position" | "reached" | "reverts"> & {
  readonly position: string;
  readonly reached?: string;
  /** A number of versions that did not say where. */
  readonly reverts: readonly string[] | number;
};

function parseReverts(stored: StoredProgress["reverts"]): readonly Revert[] {
  const texts = typeof stored !== "number" ? stored : stored === 0 ? [] : [`0.0.${stored}`];
  return texts.map((text) => {
    const [height = "", count = "", number = ""] = text.split(".");
    return { height: BigInt(height), count: Number(count), number: Number(number) };
  });
}

export function textOfPosition({ height, count, part, block }: WatchPosition): string {
  return `${height}.${count}.${part}.${block}`;
}

export function parsePosition(text: string): WatchPosition {
  const [height = "", count = "", part = "", block = ""] = text.split(".");
  return { height: BigInt(height), count: Number(count), part: Number(part), block };
}
