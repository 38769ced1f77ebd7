import { formatJson } from "../../load/json.ts";
import type { Contract } from "../../model.ts";
import type { Output } from "../writer.ts";

/** Emits src/generated/documents: the self-contained documents that `rpc.discover` returns. */
export function emitDocuments(contract: Contract): Output[] {
  return contract.profiles.flatMap((profile, index) =>
    profile.documents.map((document) => ({
      path: documentPath(index === 0 ? undefined : profile.name, document.api),
      text: formatJson(document.json),
    })),
  );
}

function documentPath(profile: string | undefined, api: string): string {
  const folder = "src/generated/documents";
  return profile === undefined ? `${folder}/${api}.json` : `${folder}/${profile}/${api}.json`;
}
