import { formatJson } from "../formats/json.ts";
import type { Problem as ProblemBody } from "../generated/data-api/types.ts";

const statuses = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  503: "Service Unavailable",
} as const;

/** Why a request fails, as the document describes it. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: keyof typeof statuses;
  /** Names and values of headers. */
  readonly headers: readonly string[];

  constructor(status: Problem["status"], message: string, headers: readonly string[] = []) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  get body(): string {
    const { message, status: statusCode } = this;
    const body: ProblemBody = { message, error: statuses[statusCode], statusCode };
    return `${formatJson(body)}\n`;
  }
}

export function badRequest(field: string, expected: string, got: string): Problem {
  return new Problem(400, `${field}: expected ${expected}, got ${JSON.stringify(got)}`);
}

/** A client may ask again after this time. */
const retrySeconds = "5";

export function notYet(reason: string): Problem {
  return new Problem(503, reason, ["Retry-After", retrySeconds]);
}
