import fc from "fast-check";
import { callsOf, type GeneratedCall } from "./calls.ts";
import type { ApiDocument } from "./documents.ts";
import { anyBytes, edited, header, idToken, type Request, strayTarget } from "./http-requests.ts";

export type NodeRequest = Request & {
  /** Methods of the calls in the body; undefined where the body is anything. */
  readonly methods: readonly string[] | undefined;
  /** Not to be pipelined: the response to bytes that are not HTTP may overtake those before it. */
  readonly isStray: boolean;
};

/** Requests to a node whose documents are given, each as often as its weight says. */
export function nodeRequests(
  apis: readonly { readonly document: ApiDocument; readonly weight: number }[],
): fc.Arbitrary<NodeRequest> {
  const kinds = apis.map(({ document, weight }) => ({ weight, arbitrary: requestTo(document) }));
  const paths = apis.flatMap(({ document }) => document.paths);
  return fc.oneof(
    { weight: 20, arbitrary: fc.oneof(...kinds) },
    { weight: 1, arbitrary: otherRequest(fc.constantFrom(...gets, ...paths), false) },
    { weight: 1, arbitrary: otherRequest(strayTarget, true) },
  );
}

const gets = [
  "/ext/health",
  "/ext/health?tag=P&tag=",
  "/ext/health/health?tag=%00",
  "/ext/health/liveness",
  "/ext/health/readiness?tag",
  "/ext/metrics",
];

function otherRequest(target: fc.Arbitrary<string>, isStray: boolean): fc.Arbitrary<NodeRequest> {
  return fc.record({
    verb: fc.constantFrom("POST", "GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"),
    target,
    headers: fc.array(header, { maxLength: 2 }),
    body: anyBytes,
    methods: fc.constant(undefined),
    isStray: fc.constant(isStray),
  });
}

function requestTo(document: ApiDocument): fc.Arbitrary<NodeRequest> {
  const headers = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(header, { maxLength: 2 }) },
  );
  return fc
    .record({
      verb: fc.constant("POST"),
      target: fc.constantFrom(...document.paths),
      headers,
      content: contentTo(document),
    })
    .map(({ content, ...request }) => ({ ...request, ...content, isStray: false }));
}

type Content = Pick<NodeRequest, "body" | "methods">;

function contentTo(document: ApiDocument): fc.Arbitrary<Content> {
  const call = callsOf(document);
  return fc.oneof(
    { weight: 12, arbitrary: call.map(single) },
    { weight: 1, arbitrary: fc.array(call, { minLength: 1, maxLength: 6 }).map(many) },
    { weight: 2, arbitrary: edited(call.map(({ text }) => text)).map(anything) },
    { weight: 1, arbitrary: nearlyCall.map((text) => anything(Buffer.from(text))) },
    { weight: 1, arbitrary: anyBytes.map(anything) },
  );
}

function single({ text, method }: GeneratedCall): Content {
  return { body: Buffer.from(text), methods: [method] };
}

function many(calls: readonly GeneratedCall[]): Content {
  return {
    body: Buffer.from(`[${calls.map(({ text }) => text).join(",")}]`),
    methods: calls.map(({ method }) => method),
  };
}

function anything(body: Buffer): Content {
  return { body, methods: undefined };
}

const member = fc.oneof(
  fc.constantFrom(
    '"jsonrpc":"2.0"',
    '"JSONRPC":"2.0"',
    '"jsonrpc":2',
    '"__proto__":{}',
    '"params":{}',
  ),
  idToken.map((id) => `"id":${id}`),
  fc.string({ unit: "binary" }).map((method) => `"method":${JSON.stringify(method)}`),
);

/** An object that may be a call. */
const nearlyCall = fc.array(member, { maxLength: 5 }).map((all) => `{${all.join(",")}}`);
