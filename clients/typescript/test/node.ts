import type { Fetch } from "../src/transport.ts";

export type Request = { readonly url: string; readonly body: unknown; readonly headers: object };

type Call = { readonly id: number; readonly method: string; readonly params?: unknown };

/** The response of a method, as text, so that a test controls every digit. */
export type Reply = (params: unknown) => string;

/** A fake node: it responds by method and records the requests. */
export function fakeNode(replies: Readonly<Record<string, Reply>>) {
  const requests: Request[] = [];
  const answer = ({ id, method, params }: Call): string => {
    const reply = replies[method];
    const members =
      reply === undefined ? '"error":{"code":-32601,"message":"Method not found"}' : reply(params);
    return `{"jsonrpc":"2.0",${members},"id":${id}}`;
  };
  const fetch: Fetch = async (url, { body = "", headers }) => {
    const parsed = JSON.parse(body) as Call | readonly Call[];
    requests.push({ url, body: parsed, headers });
    const text = Array.isArray(parsed)
      ? `[${parsed.map(answer).reverse().join(",")}]`
      : answer(parsed as Call);
    return { ok: true, status: 200, text: async () => text };
  };
  return { fetch, requests };
}

export const result = (text: string) => `"result":${text}`;
export const error = (code: number, message: string, data = "null") =>
  `"error":{"code":${code},"message":${JSON.stringify(message)},"data":${data}}`;
