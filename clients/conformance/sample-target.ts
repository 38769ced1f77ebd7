import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type {
  ClientApi,
  ClientError,
  ClientMethod,
  ClientModel,
  ClientProfile,
} from "../../codegen/clients/model.ts";
import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../../codegen/load/json.ts";
import type { Answer, Call, Line, OpenTarget, Target } from "./call.ts";
import { roundCount, sampleValue } from "./sample-values.ts";
import { rawNumbers } from "./wrong-kinds.ts";

type Sample = { readonly call: Call; readonly answer: Answer };

/**
 * A server that returns values generated from the types: every form of every union, absent members,
 * nulls, 64-bit extremes as numbers and as text, and every declared error of every method. A real
 * node returns few of these.
 */
export function sampleTarget(model: ClientModel, profile: ClientProfile): Target {
  const samples = profile.apis.flatMap((api) =>
    api.methods.flatMap((method) => [
      ...resultSamples(api, method, model),
      ...errorSamples(api, method, model),
    ]),
  );
  const single = samples.map(({ call }): Line => call);
  const heights = samples.filter(({ call }) => call.method === "platform.getHeight");
  const batch: Line = { batch: heights.map(({ call }) => call) };
  const answers = [...samples, ...heights].map(({ answer }) => answer);
  return {
    name: `values made from the types, ${profile.name}`,
    profile: profile.name,
    lines: [...single, batch],
    volatile: [],
    open: () => serve(answers),
  };
}

function resultSamples(api: ClientApi, method: ClientMethod, model: ClientModel): Sample[] {
  const rounds = roundCount(method.result.type, model.types);
  return Array.from({ length: rounds }, (_, round) => ({
    call: sampleCall(api, method, round, model),
    answer: { result: sampleValue(method.result.type, round, model) },
  }));
}

function errorSamples(api: ClientApi, method: ClientMethod, model: ClientModel): Sample[] {
  const known = model.errors.filter(({ name, common }) => common || method.errors.includes(name));
  return [...known.flatMap(errorAnswers), unknownError].map((error, round) => ({
    call: sampleCall(api, method, round, model),
    answer: { error },
  }));
}

const unknownError: JsonObject = { code: -32099, message: "no document knows this", data: [1] };

function errorAnswers({ forms }: ClientError): JsonObject[] {
  return forms.map(({ code, message }, round) => ({
    code,
    message: message.replaceAll(/\{[a-zA-Z]\w*\}/g, (name) => `the ${name.slice(1, -1)}: x\n.y`),
    ...(round % 2 === 0 ? { data: { field: "id", expected: "an ID", got: "7", more: 1 } } : {}),
  }));
}

export function sampleCall(
  api: ClientApi,
  method: ClientMethod,
  round: number,
  model: ClientModel,
): Call {
  const key = api.paths[round % api.paths.length]?.key ?? "";
  const params =
    method.params === undefined
      ? undefined
      : sampleValue({ kind: "named", name: method.params.name }, round, model);
  return {
    method: method.name,
    ...(method.name.startsWith(`${api.name}.`) ? {} : { api: api.name }),
    ...(key === "" ? {} : { path: key }),
    ...(isObject(params) ? { params } : {}),
  };
}

/** Returns the n-th response to the n-th call, for any client. */
export async function serve(answers: readonly Answer[]): Promise<OpenTarget> {
  let next = 0;
  const answer = (request: Json): Json => {
    const id = isObject(request) ? (request["id"] ?? null) : null;
    const given = answers[next++];
    if (given !== undefined && "list" in given) return [id, ...given.list];
    return { jsonrpc: "2.0", id, ...given };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = parseJson(Buffer.concat(chunks).toString("utf8"));
    const text = formatJson(Array.isArray(body) ? body.map(answer).reverse() : answer(body));
    response.writeHead(200, { "content-type": "application/json" }).end(rawNumbers(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
