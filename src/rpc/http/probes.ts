import { formatJson } from "../../formats/json.ts";
import type { HttpGet } from "../../generated/profile.ts";
import type { Asked, Handler, MethodEntry } from "../json-rpc/method.ts";
import type { GetRoute } from "./description.ts";

/**
 * Makes a GET route that answers with a method's bare result and a status. Values of a query become
 * the list of a param: `?tag=a&tag=b` with `{ tag: "tags" }` becomes `{ tags: ["a", "b"] }`.
 */
export const probe = (options: {
  readonly path: string;
  readonly base: string;
  readonly entry: MethodEntry;
  readonly handler: Handler;
  readonly context: unknown;
  /** As `GetRoute` has it. */
  readonly ownPagesOnly: boolean;
  readonly query: Readonly<Record<string, string>>;
  /** The status of the response, depending on a member of the result. */
  readonly status: HttpGet["status"];
}): GetRoute => {
  const { entry, context } = options;
  const handler = options.handler as (params: unknown, context: unknown, asked: Asked) => unknown;
  return {
    path: options.path,
    base: options.base,
    ownPagesOnly: options.ownPagesOnly,
    answer: async (query, asked) => {
      const given = Object.entries(options.query)
        .map(([name, param]): [string, string[]] => [param, query.getAll(name)])
        .filter(([, values]) => values.length > 0);
      const params = entry.params.read(Object.fromEntries(given));
      if (!params.ok) {
        const { field, expected, got } = params.issue;
        const text = `${field}: expected ${expected}, got ${got}\n`;
        return { status: 400, contentType: "text/plain; charset=utf-8", body: text };
      }
      const result = await handler(params.value, context, asked);
      const issue = entry.validateResult(result);
      if (issue !== undefined) {
        throw new Error(`result breaks its schema: ${issue.field} is ${issue.got}`);
      }
      const body = `${formatJson(result)}\n`;
      const { member, true: ok, false: failed } = options.status;
      const isTrue = (result as Readonly<Record<string, unknown>>)[member] === true;
      return { status: isTrue ? ok : failed, contentType: "application/json", body };
    },
  };
};
