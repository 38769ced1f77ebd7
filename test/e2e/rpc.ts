export type Json = Readonly<Record<string, unknown>>;

let lastID = 0;

/** Asks a method as any JSON-RPC client does; throws its error's message. */
export async function ask<Result>(
  url: string,
  path: string,
  method: string,
  params: Json = {},
): Promise<Result> {
  lastID++;
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: lastID, method, params }),
  });
  const { result, error } = (await answer.json()) as {
    result: Result;
    error?: { message: string };
  };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}
