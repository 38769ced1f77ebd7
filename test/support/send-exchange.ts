import { request as httpRequest } from "node:http";
import { parseJson } from "../../src/formats/json.ts";
import type { Exchange, ExpectedResponse } from "./io-file.ts";
import { type Captures, difference } from "./matches.ts";

export type Response = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Canonical path of each API, by the part of a method's name before the dot. */
const canonicalPaths: Readonly<Record<string, string>> = {
  info: "/ext/info",
  health: "/ext/health",
  platform: "/ext/bc/P",
  ledger: "/ext/ledger",
  watch: "/ext/watch",
  keystore: "/ext/keystore",
  index: "/ext/index/P/block",
  avm: "/ext/bc/X",
  avax: "/ext/bc/C/avax",
  dev: "/ext/dev",
};

/** Verb and path of an exchange; throws where the file should have named them. */
export function targetOf({ target, body }: Exchange): {
  readonly verb: string;
  readonly path: string;
} {
  if (target !== undefined) return target;
  const method = methodsOf(body)[0] ?? "";
  const path = canonicalPaths[method.slice(0, method.indexOf("."))];
  if (path === undefined) throw new Error(`the path of ${JSON.stringify(body)} is not clear`);
  return { verb: "POST", path };
}

/** Names of the methods that a body calls, as far as it is readable. */
export function methodsOf(body: string): string[] {
  try {
    const calls = [JSON.parse(body)].flat() as { readonly method?: unknown }[];
    return calls.map((call) => call?.method).filter((method) => typeof method === "string");
  } catch {
    return [];
  }
}

/** Sends exactly what an exchange says, with `content-type: application/json` unless it says otherwise. */
export function send(url: string, exchange: Exchange, captures: Captures): Promise<Response> {
  const { verb, path } = targetOf(exchange);
  const body = filled(exchange.body, captures);
  const headers: Record<string, string> = { "content-type": "application/json" };
  for (const [name, value] of Object.entries(exchange.headers)) {
    if (value === "") delete headers[name];
    else headers[name] = filled(value, captures);
  }
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { hostname, port, method: verb, path: filled(path, captures), headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode!, headers: response.headers, body: text });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body === "" ? undefined : body);
  });
}

/** The first difference between a response and what was expected, or undefined. */
export function responseDifference(
  actual: Response,
  expected: ExpectedResponse,
  captures: Captures,
): string | undefined {
  if (actual.status !== expected.status) {
    return `status: got ${actual.status} ${actual.body}, expected ${expected.status}`;
  }
  const found = bodyDifference(actual.body, filled(expected.body, captures), captures);
  if (found !== undefined) return found;
  for (const [name, value] of Object.entries(expected.headers)) {
    const header = actual.headers[name];
    const text = Array.isArray(header) ? header.join(", ") : (header ?? "");
    const different = difference(text, value, `header ${name}`, captures);
    if (different !== undefined) return different;
  }
  return undefined;
}

function bodyDifference(actual: string, expected: string, captures: Captures): string | undefined {
  if (!/^[[{]/.test(expected)) {
    return difference(actual.trimEnd().replaceAll("\n", "\\n"), expected, "body", captures);
  }
  let parsed: unknown;
  try {
    parsed = parseJson(actual);
  } catch {
    return `body: got ${JSON.stringify(actual)}, expected JSON`;
  }
  return difference(parsed, parseJson(expected), "$", captures);
}

/** `{{NAME}}` stands for what was captured under the name. */
function filled(text: string, captures: Captures): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = captures.get(name);
    if (value === undefined) throw new Error(`nothing was captured as ${name}`);
    return value;
  });
}
