import * as http from "node:http";
import * as https from "node:https";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import type { Answer, Case, Verdict } from "./case.ts";

/** A case, what the server sent, and what that means. */
export type Outcome = {
  readonly case: Case;
  readonly answer: Answer | undefined;
  readonly verdict: Verdict;
};

const timeoutMs = 30_000;
const bytesMax = 64 * 1024 * 1024;

/** Sends the cases one after the other, so that a server sees them in the order of the plan. */
export async function runCases(
  cases: readonly Case[],
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome[]> {
  const { Agent } = url.startsWith("https:") ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = ({ body }: Case) => answerTo(url, body, { agent, headers });
  const outcomes: Outcome[] = [];
  let answering: Promise<Answer | Error> | undefined;
  for (const [position, each] of cases.entries()) {
    const answer = await (answering ?? send(each));
    const next = cases[position + 1];
    answering = next && send(next);
    // The next request leaves before this answer is judged, so that check and server work at the same time.
    await setImmediate();
    outcomes.push(outcomeOf(each, answer));
  }
  agent.destroy();
  return outcomes;
}

function outcomeOf(each: Case, answer: Answer | Error): Outcome {
  if (answer instanceof Error) {
    const { message, code, cause } = answer as NodeJS.ErrnoException & { readonly cause?: Error };
    // The error of several addresses has no message.
    const difference = `no response: ${cause?.message || message || code}`;
    return { case: each, answer: undefined, verdict: { difference } };
  }
  try {
    return { case: each, answer, verdict: each.judge(answer) };
  } catch (error) {
    // The schema of the result is invalid.
    return { case: each, answer, verdict: { difference: (error as Error).message } };
  }
}

type Sending = Required<Pick<http.RequestOptions, "agent" | "headers">>;

/** Never rejects, because nobody waits for it yet while the answer before is judged. */
function answerTo(url: string, body: string, sending: Sending): Promise<Answer | Error> {
  return post(url, body, sending).catch((error: Error) => error);
}

/** A check makes a thousand calls, which would take most of its time with fetch. */
function post(url: string, body: string, { agent, headers }: Sending): Promise<Answer> {
  const { request } = url.startsWith("https:") ? https : http;
  return new Promise((answered, failed) => {
    const sent = request(url, {
      method: "POST",
      agent,
      headers: { "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.once("error", failed);
    sent.once("response", (response) => {
      buffer(limited(response)).then(
        (bytes) => answered({ status: response.statusCode ?? 0, text: bytes.toString("utf8") }),
        failed,
      );
    });
    sent.end(body);
  });
}

async function* limited(response: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error("the response is longer than 64 MiB");
    yield chunk;
  }
}
