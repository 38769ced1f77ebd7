/**
 * What to do where a call from a page of another machine to this machine fails, and undefined for all other calls. Chrome
 * asks for permission before such a call (Local Network Access), and does not say that it was denied: fetch fails as it
 * does without a connection. No header of a server changes that.
 */
export function localNetworkHint(page: string, target: string): string | undefined {
  const from = new URL(page);
  if (!/^https?:$/.test(from.protocol) || isLoopback(from.hostname)) return undefined;
  const to = new URL(target, page);
  if (!isLoopback(to.hostname)) return undefined;
  return (
    `This page is from ${from.host}, and ${to.host} is your own machine. Chrome asks for permission before a page may call ` +
    'it: allow "Local network access" in the settings of this site, and check that the node runs.'
  );
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The reason of a failed fetch, with the hint if there is one. */
export function failedFetch(error: unknown, target: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const hint = location && localNetworkHint(location.href, target);
  return hint === undefined ? reason : `${reason}. ${hint}`;
}
