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
  const send = ({ body }: Case) => answerTo(url, body, headers);
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
  return outcomes;
}

function outcomeOf(each: Case, answer: Answer | Error): Outcome {
  if (answer instanceof Error) {
    const { message, cause } = answer as Error & { readonly cause?: Error };
    const difference = `no response: ${cause?.message || message}`;
    return { case: each, answer: undefined, verdict: { difference } };
  }
  try {
    return { case: each, answer, verdict: each.judge(answer) };
  } catch (error) {
    // The schema of the result is invalid.
    return { case: each, answer, verdict: { difference: (error as Error).message } };
  }
}

/** Never rejects, because nobody waits for it yet while the answer before is judged. */
function answerTo(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | Error> {
  return post(url, body, headers).catch((error: Error) => error);
}

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error("the response is longer than 64 MiB");
    chunks.push(chunk);
  }
  return { status: response.status, text: Buffer.concat(chunks).toString("utf8") };
}
