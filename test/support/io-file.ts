/** A transcript: what it proves, how the node is started, and its exchanges in order. */
export type Transcript = {
  readonly comment: string;
  /** `//! name value` lines: options of the node that answers, see test/transcripts/README.md. */
  readonly options: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
};

export type Exchange = {
  /** `POST /ext/bc/P`, or undefined: POST to the canonical path of the method in the body. */
  readonly target: { readonly verb: string; readonly path: string } | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expected: ExpectedResponse;
};

export type ExpectedResponse = {
  readonly status: number;
  /** By lower-case name; only these are compared. An empty one is expected to be missing. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text with placeholders, or plain text. */
  readonly body: string;
};

/**
 * Parses an `.io` file. Lines: `//` comment, `//! option value`, `>> body` or `>> VERB /path body`,
 * `>| header: value` of the request before it, `<< body` or `<< status body`, `<| header: value` of the response
 * before it. Throws where a line is none of these or an exchange is not whole.
 */
export function parseTranscript(text: string): Transcript {
  const comments: string[] = [];
  const options: Record<string, string> = {};
  const exchanges: Exchange[] = [];
  let request: Omit<Exchange, "expected"> | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const content = line.slice(3);
    const last = exchanges.at(-1);
    if (line.trim() === "") continue;
    if (line.startsWith("//!")) Object.assign(options, parseOption(content));
    else if (line.startsWith("//")) comments.push(line.slice(2).trim());
    else if (line.startsWith(">> ") && request === undefined) request = parseRequest(content);
    else if (line.startsWith(">| ") && request !== undefined) {
      request = { ...request, headers: { ...request.headers, ...parseHeader(content) } };
    } else if (/^<<( |$)/.test(line) && request !== undefined) {
      exchanges.push({ ...request, expected: parseExpected(content) });
      request = undefined;
    } else if (line.startsWith("<| ") && request === undefined && last !== undefined) {
      const headers = { ...last.expected.headers, ...parseHeader(content) };
      exchanges.splice(-1, 1, { ...last, expected: { ...last.expected, headers } });
    } else throw new Error(`line ${index + 1} is out of place: ${line}`);
  }
  if (request !== undefined) throw new Error("the last request has no answer");
  if (exchanges.length === 0) throw new Error("there is no exchange");
  if (comments.length === 0) throw new Error("nothing says what it proves");
  return { comment: comments.join(" "), options, exchanges };
}

function parseOption(text: string): Record<string, string> {
  const [name, ...value] = text.trim().split(" ");
  return { [name!]: value.join(" ") };
}

function parseHeader(text: string): Record<string, string> {
  const colon = text.indexOf(":");
  return { [text.slice(0, colon).trim().toLowerCase()]: text.slice(colon + 1).trim() };
}

function parseRequest(text: string): Omit<Exchange, "expected"> {
  const named = /^([A-Z]+) (\/\S*)(?: (.*))?$/.exec(text);
  if (named === null) return { target: undefined, headers: {}, body: text };
  return {
    target: { verb: named[1]!, path: named[2]! },
    headers: {},
    body: named[3] ?? "",
  };
}

function parseExpected(text: string): ExpectedResponse {
  const withStatus = /^(\d{3})(?: (.*))?$/.exec(text);
  if (withStatus === null) return { status: 200, headers: {}, body: text };
  return { status: Number(withStatus[1]), headers: {}, body: withStatus[2] ?? "" };
}
