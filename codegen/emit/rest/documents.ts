import { type RestDocument, readOpenApi } from "../../load/openapi.ts";
import type { Output } from "../writer.ts";

/** What openapi/ has, and how generated code names it. */
const documents = [
  { name: "data", folder: "data-api", called: "the Data API", prefix: "Data" },
  { name: "mesh", folder: "mesh", called: "Mesh", prefix: "Mesh" },
] as const;

/** A document, and how generated code names it. */
export type NamedRestDocument = RestDocument & (typeof documents)[number];

/** The documents of openapi/ below `root` that exist. */
export async function readRestDocuments(root: string): Promise<NamedRestDocument[]> {
  const read = await Promise.all(documents.map(({ name }) => readOpenApi(root, name)));
  return documents.flatMap((names, at) => {
    const document = read[at];
    return document === undefined ? [] : [{ ...document, ...names }];
  });
}

/** A file in src/generated for each document. */
export async function eachRestDocument(
  root: string,
  file: string,
  print: (document: NamedRestDocument) => string | Promise<string>,
): Promise<Output[]> {
  const read = await readRestDocuments(root);
  return await Promise.all(
    read.map(async (document) => ({
      path: `src/generated/${document.folder}/${file}`,
      text: await print(document),
    })),
  );
}
