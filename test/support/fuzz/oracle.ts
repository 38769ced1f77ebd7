import { gunzipSync } from "node:zlib";
import { type JsonValue, parseJson } from "../../../src/formats/json.ts";
import type { Profile } from "../../../src/generated/profile.ts";
import type { ApiDocument } from "./documents.ts";
import type { Request } from "./http-requests.ts";
import type { Reply } from "./pipelined-client.ts";

/** Statuses that a request may get, whatever it is: the server's own faults are not among them. */
const statuses = new Set([200, 301, 400, 403, 404, 405, 413, 415, 417]);

/** JSON-RPC's errors for invalid calls, of both dialects. The code for the node's own bugs is not among them. */
const protocolCodes = new Set([-32700, -32600, -32601, -32602, -32000]);

const ownFaultCode = -32603;

type Answer = { readonly [name: string]: JsonValue };

/** Judges answers by the contract of a profile. */
export class Oracle {
  readonly #methods: ReadonlyMap<string, MethodRule>;
  /** How many calls got a result, and how many an error. */
  readonly counts = { results: 0, errors: 0 };
  readonly #reached = new Set<string>(["rpc.discover"]);

  constructor(profile: Profile, documents: readonly ApiDocument[]) {
    const entries = Object.assign(
      {},
      ...Object.values(profile.endpoints).map(({ methods }) => methods),
    ) as Profile["endpoints"]["info"]["methods"];
    this.#methods = new Map(
      documents
        .flatMap(({ methods }) => methods)
        .map(({ name, errors }) => {
          const { validateResult } = entries[name]!;
          return [name, { validateResult, errors: errors.map(errorPattern) }] as const;
        }),
    );
  }

  /** Methods that have given no result. */
  unreached(): string[] {
    return [...this.#methods.keys()].filter((name) => !this.#reached.has(name)).sort();
  }

  /** What is wrong with an answer, as a sentence; undefined where nothing is. `methods` are those of the calls in the body, in order, where they are known. */
  fault(
    request: Request,
    reply: Reply,
    methods: readonly string[] | undefined,
  ): string | undefined {
    const { status, headers, body } = reply;
    if (!statuses.has(status)) return `status ${status}: ${body.toString().slice(0, 500)}`;
    if (methods !== undefined && request.headers.length === 0 && status !== 200) {
      return `status ${status} to a call`;
    }
    const isCall = headers.get("content-type") === "application/json; charset=utf-8";
    if (!isCall || request.verb === "HEAD" || body.length === 0) return undefined;
    const text = headers.get("content-encoding") === "gzip" ? gunzipSync(body) : body;
    const parsed = parseJson(text.toString());
    if (!Array.isArray(parsed)) return this.#answerFault(parsed as Answer, methods?.[0]);
    if (parsed.length === 0) return "an empty batch";
    for (const [i, answer] of (parsed as Answer[]).entries()) {
      // Notifications are not answered, so that only a batch without them keeps its order.
      const method = methods?.length === parsed.length ? methods[i] : undefined;
      const fault = this.#answerFault(answer, method);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #answerFault(answer: Answer, method: string | undefined): string | undefined {
    const names = Object.keys(answer);
    const [, second = ""] = names;
    if (names.length !== 3 || answer["jsonrpc"] !== "2.0" || names[2] !== "id") {
      return `no answer of JSON-RPC: ${JSON.stringify(names)}`;
    }
    const rule = method === undefined ? undefined : this.#methods.get(method);
    if (second === "result") {
      this.counts.results += 1;
      if (method !== undefined) this.#reached.add(method);
      const issue = rule?.validateResult(answer["result"]);
      return issue === undefined
        ? undefined
        : `result of ${method} breaks its schema: ${JSON.stringify(issue)}`;
    }
    this.counts.errors += 1;
    const { code, message } = answer["error"] as {
      readonly code: number;
      readonly message: string;
    };
    if (code === ownFaultCode)
      return `the node's own fault in ${method}: ${JSON.stringify(answer["error"])}`;
    if (typeof message !== "string" || !protocolCodes.has(code)) {
      return `an error that none declares: ${JSON.stringify(answer["error"])}`;
    }
    const isOfProtocol = code !== -32000 || rule === undefined;
    if (
      isOfProtocol ||
      rule.errors.some((error) => error.code === code && error.message.test(message))
    )
      return undefined;
    return isRefusalOfGorilla(message)
      ? undefined
      : `an error that ${method} does not declare: ${message}`;
  }
}

type MethodRule = {
  readonly validateResult: (result: unknown) => unknown;
  readonly errors: readonly { readonly code: number; readonly message: RegExp }[];
};

/** A declared message with anything in the place of its `{placeholders}`. */
function errorPattern({ code, message }: { readonly code: number; readonly message: string }) {
  const parts = message
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return { code, message: new RegExp(`^${parts.join("[\\s\\S]*")}$`, "u") };
}

/** In AvalancheGo's form the protocol's errors share the code of the application's. */
function isRefusalOfGorilla(message: string): boolean {
  return message.startsWith("rpc: ") || message === "method must start with a non-uppercase letter";
}
