import { lookup as lookupAll } from "node:dns";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { parseRetryAfter } from "../../formats/time.ts";
import { isPublicAddress } from "./public-address.ts";
import { targetRefusal } from "./target-refusal.ts";

/** What a target answered. `text` is the beginning of the body; `retryAfterMs` says when to ask again. */
export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
};

/** The target did not answer; the message has the reason. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

export type PostOptions = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether private addresses and plain HTTP may be used. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** How names become addresses; by default, those of the system. */
  readonly lookup?: typeof lookupAll;
};

/** Beyond it, the rest of a body is not read: the status has decided. */
export const answerBytesMax = 4 * 1024;
const headerBytesMax = 16 * 1024;
/** Of everything before an answer: interim responses, such as 100 and 103, have no end of their own. */
const leadingBytesMax = 64 * 1024;
/** Node.js parses lower ones, too. */
const statusMin = 100;

/**
 * Sends one request with one attempt, and follows no redirect. The address that was checked is the one that is dialled. Rejects with
 * NoAnswer.
 */
export function post(options: PostOptions): Promise<Answer> {
  const { url, headers, body, allowsPrivate, timeoutMs, signal } = options;
  return new Promise((resolve, reject) => {
    const refusal = targetRefusal(url, allowsPrivate);
    if (refusal !== undefined) {
      reject(new NoAnswer(`the URL is not ${refusal}`));
      return;
    }
    const target = new URL(url);
    const send = target.protocol === "https:" ? httpsRequest : httpRequest;
    const bytes = Buffer.from(body);
    const request = send(target, {
      method: "POST",
      agent: false,
      headers: { ...headers, "content-length": bytes.length },
      lookup: checkedLookup(options),
      maxHeaderSize: headerBytesMax,
      ...(signal && { signal }),
    });
    const late = setTimeout(() => {
      request.destroy(new NoAnswer(`it did not answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const settle = () => clearTimeout(late);
    let hasResponse = false;
    request.on("error", (error) => {
      // The status is there: what is wrong with the body does not matter.
      if (hasResponse && !(error instanceof NoAnswer)) return;
      settle();
      reject(error instanceof NoAnswer ? error : new NoAnswer(reasonOf(error)));
    });
    request.on("socket", (socket) => {
      let received = 0;
      socket.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (hasResponse || received <= leadingBytesMax) return;
        request.destroy(new NoAnswer(`it sent ${leadingBytesMax / 1024} KiB without an answer`));
      });
    });
    // A change of the protocol is neither a response nor an error.
    request.on("close", () => {
      if (hasResponse) return;
      settle();
      reject(new NoAnswer("it ended the request without an answer"));
    });
    request.on("response", (response) => {
      hasResponse = true;
      const { statusCode = 0 } = response;
      if (statusCode < statusMin) {
        request.destroy(new NoAnswer(`its status was ${statusCode}, which HTTP does not have`));
        return;
      }
      readAnswer(request, response, (answer) => {
        settle();
        resolve(answer);
      });
    });
    request.end(bytes);
  });
}

/** Reads the beginning of the body, and then leaves. */
function readAnswer(
  request: ClientRequest,
  response: IncomingMessage,
  done: (answer: Answer) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = () => {
    const text = Buffer.concat(chunks).subarray(0, answerBytesMax).toString("utf8");
    const retryAfterMs = parseRetryAfter(response.headers["retry-after"], Date.now());
    done({ status: response.statusCode!, text, retryAfterMs });
    request.destroy();
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= answerBytesMax) end();
  });
  response.on("end", end);
  response.on("error", end);
  response.on("close", end);
}

const privateText =
  "the address is private: start the node with --watch-allow-private-targets to send to private addresses";

/** Looks a name up and checks every address before one of them is dialled. */
function checkedLookup({ allowsPrivate, lookup = lookupAll }: PostOptions): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, "", 0);
        return;
      }
      const usable = allowsPrivate
        ? addresses
        : addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = usable;
      if (first === undefined) callback(new NoAnswer(privateText), "", 0);
      else if (options.all === true) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

function reasonOf(error: Error): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `${code}: ${message}`.slice(0, 200);
}
