import { failedFetch } from "./local-network.ts";

/** The outcome of a request. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly statusText: string;
      readonly contentType: string;
      readonly body: string;
      readonly durationMs: number;
      readonly bodyBytes: number;
    }
  | { readonly kind: "failure"; readonly reason: string; readonly durationMs: number };

/** Sends JSON by POST, or a GET request if there is no body. Throws only if the signal aborts. */
export async function send(
  url: string,
  body: string | undefined,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const begunMs = performance.now();
  try {
    const response = await fetch(url, {
      signal,
      credentials: "omit",
      ...(body !== undefined && {
        method: "POST",
        body,
      }),
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    });
    const bytes = await response.arrayBuffer();
    return {
      kind: "answer",
      status: response.status,
      statusText: response.statusText,
      contentType: response.headers.get("content-type") ?? "",
      body: new TextDecoder().decode(bytes),
      durationMs: performance.now() - begunMs,
      bodyBytes: bytes.byteLength,
    };
  } catch (error) {
    signal.throwIfAborted();
    const reason = failedFetch(error, url);
    return { kind: "failure", reason, durationMs: performance.now() - begunMs };
  }
}
