import type { JsonRpcDescription } from "../json-rpc/description.ts";
import type { Asked } from "../json-rpc/method.ts";
import type { StreamRoute } from "../streams/channel.ts";
import type { Relay } from "./relay.ts";

/** Everything that a server serves. */
export type Description = JsonRpcDescription & {
  readonly gets: readonly GetRoute[];
  readonly streams?: readonly StreamRoute[];
  readonly files?: readonly FileRoute[];
  /** Paths that redirect a browser that asks for a page. */
  readonly moved?: readonly MovedPath[];
  /** Paths that are switched off. */
  readonly disabled: readonly DisabledPath[];
  /** Paths of APIs that this server never has. */
  readonly absent?: readonly AbsentPath[];
  /** Sent with every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly position?: PositionHeaders;
  /** Answers what this server has nothing for; otherwise the server answers it with 404. */
  readonly relay?: Relay;
};

/** Headers for clients that read from several servers. */
export type PositionHeaders = {
  /** Of each response to a call: the position of the data. */
  readonly header: string;
  /** Lower-case name of that of a request, with the position that a client needs. */
  readonly minimumHeader: string;
};

/**
 * A path that answers outside JSON-RPC. Where a JSON-RPC route has the same path, this one answers
 * only GET; otherwise it answers every verb.
 */
export type GetRoute = {
  readonly path: string;
  readonly base: string;
  /** Whether web pages of other origins must not read it. */
  readonly ownPagesOnly?: boolean;
  /** Whether it answers all paths below its own, too, unless another route has them. */
  readonly hasPathsBelow?: boolean;
  /** Names what a request asks for, if the requests to its paths cost differently: one of a few names. */
  readonly operationOf?: (verb: string, path: string) => string;
  /** Whether it reads the body of a POST, PATCH or DELETE. */
  readonly readsBodies?: boolean;
  /** Whether those who ask at the same time get the same answer, which exists once. */
  readonly sharesAnswers?: boolean;
  /** Its answer to a query that is not percent-encoded UTF-8. Default: the problem as plain text. */
  readonly malformedQuery?: (problem: string) => GetAnswer;
  readonly answer: (
    query: URLSearchParams,
    asked: Asked,
    request: GetRequest,
  ) => GetAnswer | Promise<GetAnswer>;
};

/** A request as sent. */
export type GetRequest = {
  readonly verb: string;
  /** Without the query, percent-encoded as sent. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Of a POST, PATCH or DELETE, if the route reads bodies. */
  readonly body?: Buffer | undefined;
  /**
   * Sends a JSON-RPC body to a path of this server, under the limits of the same client, and resolves to the text of the
   * response. Rejects if the path cannot answer now.
   */
  readonly post: (path: string, body: string) => Promise<string>;
};

export type GetAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Names and values of headers in addition to the usual ones. */
  readonly headers?: readonly string[];
};

/** A file that is served from memory after the first request has read it. */
export type FileRoute = {
  readonly path: string;
  readonly contentType: string;
  /** Names and values of headers in addition to the usual ones. */
  readonly headers: (query: URLSearchParams) => readonly string[];
  readonly read: () => Promise<Uint8Array>;
};

export type MovedPath = {
  readonly path: string;
  /** Relative to the path, so that it works through a proxy that adds a prefix. */
  readonly location: string;
};

export type DisabledPath = {
  readonly path: string;
  /** The sentence that its 404 adds, such as "The index API is off: --index-enabled turns it on." */
  readonly reason: string;
};

/** A path that has nothing, as all paths below it that are not served. */
export type AbsentPath = {
  readonly path: string;
  /** Says why, and what to use instead: an error of JSON-RPC, or in the profiles of AvalancheGo the second line of the 404. */
  readonly reason: string;
};
