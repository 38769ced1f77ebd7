/** Reads a query as Go's net/url does: pairs that are malformed are left out. */
export const readGoQuery = (query: string): URLSearchParams => {
  const pairs = query.split("&").filter((pair) => !pair.includes(";") && !badEscape.test(pair));
  return new URLSearchParams(pairs.join("&"));
};

/** The first pair of a query that is no percent-encoded UTF-8, or undefined. */
export const malformedPair = (query: string): string | undefined =>
  query.split("&").find((pair) => {
    try {
      decodeURIComponent(pair);
      return false;
    } catch {
      return true;
    }
  });

const badEscape = /%(?![\da-f]{2})/i;
