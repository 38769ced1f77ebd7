import type { IncomingMessage } from "node:http";

const empty = Buffer.alloc(0);

/**
 * Gathers a request's body and calls `done` once: with the body, or with undefined as soon as it is
 * longer than the limit, whose rest is then read and dropped. Never when the client goes away
 * before.
 */
export const gatherBody = (
  request: IncomingMessage,
  bytesMax: number,
  done: (body: Buffer | undefined) => void,
): void => {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
    done(undefined);
    return;
  }
  // Nearly every body comes in one piece, which then needs no copy.
  let first: Buffer = empty;
  let more: Buffer[] | undefined;
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      if (first !== empty || bytes === chunk.length) done(undefined);
      first = empty;
      more = undefined;
    } else if (bytes === chunk.length) first = chunk;
    else {
      more ??= [first];
      more.push(chunk);
    }
  });
  request.on("end", () => {
    if (bytes <= bytesMax) done(more === undefined ? first : Buffer.concat(more));
  });
};
