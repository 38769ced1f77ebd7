import { formatJson } from "../formats/json.ts";
import { operations } from "../generated/data-api/operations.ts";
import { type PastReader, withoutPast } from "../handlers/past/past-reader.ts";
import type { DataContext } from "./operation.ts";
import { handlers } from "./operations/index.ts";
import { type DataRequest, readParams } from "./params.ts";
import { notYet, Problem } from "./problem.ts";
import { type Match, matchesOf } from "./routes.ts";

/** The path below which all operations are. */
export const dataApiPath = "/v1";

/** The beginning of the paths of webhooks. */
export const webhooksPath = "/v1/webhooks";

export type DataAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Names and values. */
  readonly headers: readonly string[];
};

/** Keeps the bodies of answers. */
export type Answers = {
  /** The body of an earlier answer, or that of `make`, which reads the context that it gets. What it throws is not kept. */
  get(key: string, make: (context: DataContext) => string): string;
};

/** Answers requests below /v1. `unready` returns why the node cannot answer now. */
export function dataApi(
  context: DataContext,
  unready: () => string | undefined,
  recent: Answers,
  /** Throws Problem if webhooks must not answer a request. */
  webhooks: (request: DataRequest) => void,
  past: PastReader = withoutPast,
): (request: DataRequest) => DataAnswer | Promise<DataAnswer> {
  return (request) => {
    try {
      const match = matchOf(request.verb, request.path);
      if (isWebhook(match)) webhooks(request);
      const reason = unready();
      if (reason !== undefined) throw notYet(reason);
      const params = readParams(match, request);
      const answer = (body: string): DataAnswer => ({
        status: operations[match.name].status,
        contentType: "application/json",
        body,
        headers: [],
      });
      // What changes webhooks must not be answered from memory.
      if (isWebhook(match)) return answer(bodyOf(match, params, context));
      const body = past.read(
        context,
        (reading) =>
          reading === context
            ? recent.get(keyOf(match, params), (noticing) => bodyOf(match, params, noticing))
            : bodyOf(match, params, reading),
        notYet,
      );
      return body instanceof Promise ? body.then(answer, problemAnswer) : answer(body);
    } catch (error) {
      return problemAnswer(error);
    }
  };
}

/** Throws what is not a Problem. */
function problemAnswer(error: unknown): DataAnswer {
  if (!(error instanceof Problem)) throw error;
  const { status, body, headers } = error;
  return { status, contentType: "application/json", body, headers };
}

function isWebhook({ name }: Match): boolean {
  return operations[name].path.startsWith(webhooksPath);
}

function bodyOf({ name }: Match, params: object, context: DataContext): string {
  const handler = handlers[name] as (params: unknown, context: DataContext) => object;
  const text = context.parts.textOf(handler(params, context), (result) => {
    const issue = operations[name].checkResult(result);
    if (issue === undefined) return;
    throw new Error(`result breaks its schema: ${issue.field} is ${issue.got}`);
  });
  return `${text}\n`;
}

/** Everything that the answer to a request depends on. */
function keyOf({ name }: Match, params: object): string {
  return `${name} ${formatJson(params)}`;
}

/** The name of what a request asks for; empty if there is no such operation. */
export function operationOf(verb: string, path: string): string {
  return matchesOf(path).get(readVerb(verb))?.name ?? "";
}

function readVerb(verb: string): string {
  return verb === "HEAD" ? "GET" : verb;
}

function matchOf(verb: string, path: string): Match {
  const matches = matchesOf(path);
  const match = matches.get(readVerb(verb));
  if (match !== undefined) return match;
  if (matches.size === 0) throw new Problem(404, `There is no operation at ${path}`);
  const allowed = [...matches.keys()].join(", ");
  throw new Problem(405, `${path} has no operation for ${verb}`, ["Allow", allowed]);
}
