import { dataApi, dataApiPath } from "../../data-api/data-api.ts";
import type { DataContext } from "../../data-api/operation.ts";
import type { AbsentPath, GetRoute } from "../../rpc/http/description.ts";
import type { ServedData } from "../../rpc/json-rpc/served-data.ts";
import { RecentAnswers } from "./recent-answers.ts";

/** The route of the Data API, or why it is off. `unready` returns why the node cannot answer now. */
export function dataApiRoutes(
  enabled: boolean,
  context: DataContext,
  data: ServedData,
  unready: () => string | undefined,
): { readonly gets: readonly GetRoute[]; readonly absent: readonly AbsentPath[] } {
  if (!enabled) {
    const reason = "The Data API is off: --data-api turns it on.";
    return { gets: [], absent: [{ path: dataApiPath, reason }] };
  }
  const answer = dataApi(context, unready, new RecentAnswers(data));
  const route: GetRoute = {
    path: dataApiPath,
    base: "data",
    hasPathsBelow: true,
    readsBodies: true,
    answer: (query, _asked, { verb, target, headers, body }) => {
      const path = new URL(target, "http://localhost").pathname;
      return answer({ verb, path, query, headers, body });
    },
  };
  return { gets: [route], absent: [] };
}
