import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type JsonValue, parseJson } from "../../src/formats/json.ts";

export type ExchangeFile =
  | "v1.12.1-local"
  | "v1.12.1-five-nodes"
  | "v1.12.1-not-bootstrapped"
  | "v1.14.2-local";

/** What a client sent to a real node, and what came back. `response` is JSON where the body was, else text. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly status: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly response: JsonValue;
};

/** What came back from a node: the recorded exchanges keep these headers. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue;
};

const recordedHeaders = [
  "access-control-allow-origin",
  "content-type",
  "node-id",
  "vary",
  "x-content-type-options",
];

/** Every exchange of a file; its number is the line. */
export function readExchanges(file: ExchangeFile): readonly Exchange[] {
  const text = readFileSync(new URL(`${file}.ndjson`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => parseJson(line) as unknown as Exchange);
}

/** The answer that was recorded. */
export function recordedAnswer({ status, responseHeaders, response }: Exchange): Partial<Answer> {
  if (responseHeaders === undefined) return { status, body: response };
  return { status, headers: pickHeaders(responseHeaders), body: response };
}

/** Sends the same bytes to a node at `url`. */
export function sendExchange(url: string, exchange: Exchange): Promise<Answer> {
  const { method, path, headers, body } = exchange;
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        setHost: false,
        headers: { host, connection: "close", ...headers, ...lengthOf(body) },
      },
      (response) => void readAnswer(response).then(resolve, reject),
    );
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
}

function lengthOf(body: Exchange["body"]): Readonly<Record<string, string>> {
  if (body === undefined || body === null) return {};
  return { "content-length": String(Buffer.byteLength(body)) };
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const headers = pickHeaders(response.headers);
  const isJson = (headers["content-type"] ?? "").startsWith("application/json");
  return { status: response.statusCode!, headers, body: isJson ? jsonOf(text) : text };
}

/** In a fixed order: the order of headers does not matter. */
function pickHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  return Object.fromEntries(
    recordedHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/** A notification has an empty response. */
function jsonOf(text: string): JsonValue {
  return text === "" ? "" : parseJson(text);
}
