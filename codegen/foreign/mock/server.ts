import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { formatJson, isObject, type Json, type JsonObject, parseJson } from "../../load/json.ts";
import type { CallError } from "./answers.ts";
import { type Answers, openAnswers } from "./router.ts";

const bodyBytesMax = 8 * 1024 * 1024;

/** An HTTP server that answers JSON-RPC at every path with the examples of a self-contained document. */
export function createMockServer(document: JsonObject): Server {
  let opened: Promise<Answers> | undefined;
  return createServer((request, response) => {
    opened ??= openAnswers(document);
    opened
      .then((answers) => handle(answers, request, response))
      .catch((error: Error) => {
        if (response.headersSent) return void response.destroy();
        response.writeHead(500).end(`${error.message}\n`);
      });
  });
}

async function handle(
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", "content-type, authorization");
  if (request.method === "OPTIONS") return void response.writeHead(204).end();
  if (request.method !== "POST") return void response.writeHead(405).end("use POST\n");
  const body = await readBody(request);
  if (body === undefined) return void response.writeHead(413).end("the body is too long\n");
  const answer = await answerBody(answers, body);
  if (answer === undefined) return void response.writeHead(204).end();
  response.writeHead(200, { "content-type": "application/json" }).end(formatJson(answer));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function answerBody(answers: Answers, body: string): Promise<Json | undefined> {
  let json: Json;
  try {
    json = parseJson(body);
  } catch {
    return failure(null, { code: -32700, message: "Parse error" });
  }
  if (!Array.isArray(json)) return answerOne(answers, json);
  if (json.length === 0) return failure(null, { code: -32600, message: "Invalid Request" });
  const answered = await Promise.all(json.map((each: Json) => answerOne(answers, each)));
  const all = answered.filter((each) => each !== undefined);
  return all.length === 0 ? undefined : all;
}

async function answerOne(answers: Answers, request: Json): Promise<Json | undefined> {
  if (!isObject(request) || typeof request["method"] !== "string" || request["jsonrpc"] !== "2.0") {
    return failure(null, { code: -32600, message: "Invalid Request" });
  }
  const outcome = await answers.answer(request["method"], request["params"]);
  const id = request["id"];
  if (id === undefined) return undefined;
  if ("error" in outcome) return failure(id, outcome.error);
  return { jsonrpc: "2.0", id, result: outcome.result };
}

function failure(id: Json, error: CallError): Json {
  return { jsonrpc: "2.0", id, error };
}
