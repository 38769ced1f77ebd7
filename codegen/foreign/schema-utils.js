// The package's own declarations do not compile with our settings; schema-utils.d.ts has what is used.
import utils from "@open-rpc/schema-utils-js";

export const { getDocumentExtendedMetaSchema } = utils;
