/** The location of the documents next to the page. */
export function documentUrl(api: string, profile: string): string {
  return `openrpc/${profile}/${api}.json`;
}

/** The URL of the OpenRPC project's page for a document, given the document's URL. */
export function publicPlaygroundUrl(api: string, profile: string): string {
  const document = new URL(documentUrl(api, profile), window.document.baseURI);
  return `https://playground.open-rpc.org/?schemaUrl=${encodeURIComponent(document.href)}`;
}
