/** Where the documents lie beside the page. */
export function documentUrl(api: string, profile: string): string {
  return `openrpc/${profile}/${api}.json`;
}

/** The page of the OpenRPC project that shows a document, given where its browser finds it. */
export function publicPlaygroundUrl(api: string, profile: string): string {
  const document = new URL(documentUrl(api, profile), window.document.baseURI);
  return `https://playground.open-rpc.org/?schemaUrl=${encodeURIComponent(document.href)}`;
}
