/** The meta-schema of the document's version of OpenRPC, with the extensions that the document declares. */
export declare const getDocumentExtendedMetaSchema: (document: unknown) => object;
