import { BoundedCache } from "../../cache/bounded-cache.ts";
import { formatJson, type JsonValue } from "../../formats/json.ts";
import type { WrittenText } from "../../formats/written-json.ts";
import type { Handler } from "../../rpc/json-rpc/method.ts";

type OpenRpcDocument = {
  readonly servers: readonly { readonly url: string }[];
  readonly methods: readonly { readonly name: string }[];
};

/** Clients know the server by one address or two. The texts are long, so no more are kept. */
const originsMax = 2;
const placeholder = "here are the servers";

/**
 * Answers `rpc.discover`: the document with the server's address as the client knows it, and without the methods that the
 * server does not serve. Writes the text once for each address.
 */
export function discover(
  document: () => JsonValue | undefined,
  serves: (method: string) => boolean,
): Handler {
  let write: ((origin: string) => string) | undefined;
  const texts = new BoundedCache<string, WrittenText>(originsMax);
  return async (_params, _context, { origin }) => {
    write ??= writer(document() as unknown as OpenRpcDocument, serves);
    let text = texts.get(origin);
    if (text === undefined) {
      text = { jsonText: write(origin), isLasting: true };
      texts.set(origin, text);
    }
    return text;
  };
}

function writer(
  document: OpenRpcDocument,
  serves: (method: string) => boolean,
): (origin: string) => string {
  const methods = document.methods.filter(({ name }) => serves(name));
  const without = formatJson({ ...document, methods, servers: placeholder } as JsonValue);
  const [before, after] = without.split(formatJson(placeholder));
  return (origin) =>
    before + formatJson(document.servers.map((each) => serverAt(origin, each))) + after;
}

function serverAt<Server extends { readonly url: string }>(origin: string, server: Server): Server {
  return { ...server, url: origin + new URL(server.url).pathname };
}
