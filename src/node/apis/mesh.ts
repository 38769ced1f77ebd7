import type { PastReader } from "../../handlers/past/past-reader.ts";
import { mesh, meshPath, operationAt } from "../../mesh/mesh.ts";
import type { MeshContext } from "../../mesh/operation.ts";
import type { AbsentPath, GetRoute } from "../../rpc/http/description.ts";

/** The route of Mesh, or why it is off. `unready` returns why the node cannot answer now. */
export function meshRoutes(
  enabled: boolean,
  context: MeshContext,
  unready: () => string | undefined,
  past?: PastReader,
): { readonly gets: readonly GetRoute[]; readonly absent: readonly AbsentPath[] } {
  if (!enabled) {
    return { gets: [], absent: [{ path: meshPath, reason: "Mesh is off: --mesh turns it on." }] };
  }
  const answer = mesh(context, unready, past);
  const route: GetRoute = {
    path: meshPath,
    base: "mesh",
    hasPathsBelow: true,
    operationOf: (_verb, path) => operationAt(path),
    readsBodies: true,
    answer: (_query, _asked, { verb, path, body }) => answer({ verb, path, body }),
  };
  return { gets: [route], absent: [] };
}
