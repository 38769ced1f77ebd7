import { dataApi, dataApiPath, operationOf, webhooksPath } from "../../data-api/data-api.ts";
import type { DataContext } from "../../data-api/operation.ts";
import type { DataRequest } from "../../data-api/params.ts";
import { Parts } from "../../data-api/parts.ts";
import { Problem } from "../../data-api/problem.ts";
import { verifyWebhookAccess, type WebhookAccess } from "../../data-api/webhooks/access.ts";
import type { PastReader } from "../../handlers/past/past-reader.ts";
import type { AbsentPath, GetRoute } from "../../rpc/http/description.ts";
import type { ServedData } from "../../rpc/json-rpc/served-data.ts";
import { RecentAnswers } from "./recent-answers.ts";

/** Below them, and they themselves, are what pages of other origins must not call: it has secrets, and needs no preflight. */
const ownPaths = [
  webhooksPath,
  `${webhooksPath}:getSharedSecret`,
  `${webhooksPath}:generateOrRotateSharedSecret`,
];

/** The routes of the Data API, or why it is off. `unready` returns why the node cannot answer now. */
export function dataApiRoutes(
  enabled: boolean,
  nodeContext: Omit<DataContext, "parts">,
  data: ServedData,
  unready: () => string | undefined,
  access: WebhookAccess,
  past?: PastReader,
): { readonly gets: readonly GetRoute[]; readonly absent: readonly AbsentPath[] } {
  if (!enabled) {
    const reason = "The Data API is off: --data-api turns it on.";
    return { gets: [], absent: [{ path: dataApiPath, reason }] };
  }
  const context = { ...nodeContext, parts: new Parts() };
  const recent = new RecentAnswers(context, data);
  const verify = (request: DataRequest) => verifyWebhookAccess(request, access);
  const answer = dataApi(context, unready, recent, verify, past);
  const route: GetRoute = {
    path: dataApiPath,
    base: "data",
    hasPathsBelow: true,
    operationOf,
    readsBodies: true,
    malformedQuery: (problem) => {
      const { status, body } = new Problem(400, problem);
      return { status, contentType: "application/json", body };
    },
    answer: (query, _asked, { verb, path, headers, body }) =>
      answer({ verb, path, query, headers, body }),
  };
  const own = ownPaths.map((path) => ({ ...route, path, ownPagesOnly: true }));
  // The first path above one that has no route of its own answers.
  return { gets: [...own, route], absent: [] };
}
