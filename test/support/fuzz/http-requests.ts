import fc from "fast-check";

export type Header = readonly [name: string, value: string];

/** A request as its parts go onto the wire. */
export type Request = {
  readonly verb: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
};

/** JSON texts of ids, of every kind that clients and their enemies send. */
export const idToken = fc.oneof(
  fc.json(),
  fc.constantFrom("0", "null", '"a\\u0041"', "18446744073709551616", "1.50", "-0", "1e999", '""'),
  fc.bigInt().map(String),
);

export const printable = fc.string({ unit: "grapheme-ascii", maxLength: 30 });

/** Targets that no API has: unclean, malformed or unknown. */
export const strayTarget = fc.oneof(
  fc.constantFrom("/ext//toy", "/ext/../x?y", "/ext/%zz", "*", "/", "//"),
  printable.map((text) => `/${text.replaceAll(" ", "%20")}`),
);

export const header: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom(
    ...([
      ["content-type", "application/json; charset=utf-8"],
      ["content-type", "text/plain"],
      ["accept-encoding", "gzip"],
      ["accept-encoding", "gzip;q=x, ,;"],
      ["origin", "https://a.example"],
      ["access-control-request-method", "POST"],
      ["host", "evil.example"],
      ["host", "[::"],
      ["expect", "100-continue"],
      ["upgrade", "h2c"],
    ] as const),
  ),
  printable.map((text): Header => ["x-any", text]),
);

/** Texts in which up to three places were cut or written over. */
export function edited(texts: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const edit = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 3 }));
  return fc.tuple(texts, fc.array(edit, { maxLength: 3 })).map(([text, edits]) => {
    let body = Buffer.from(text);
    for (const [position, cut, insert] of edits) {
      const at = position % (body.length + 1);
      body = Buffer.concat([body.subarray(0, at), insert, body.subarray(at + cut)]);
    }
    return body;
  });
}

export const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));

/** The bytes of a request. A later header of a name replaces an earlier one. */
export function requestBytes({ verb, target, headers, body }: Request): Buffer {
  const named = new Map([["host", "localhost"], ["content-type", "application/json"], ...headers]);
  const lines = [...named].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `${verb} ${target} HTTP/1.1\r\n${lines}content-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
}
