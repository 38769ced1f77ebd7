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
  const outcomes: Outcome[] = [];
  for (const each of cases) {
    try {
      const answer = await post(url, each.body, headers);
      outcomes.push({ case: each, answer, verdict: each.judge(answer) });
    } catch (error) {
      const { message, cause } = error as Error & { readonly cause?: Error };
      const difference = `no response: ${cause?.message || message}`;
      outcomes.push({ case: each, answer: undefined, verdict: { difference } });
    }
  }
  return outcomes;
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
