import type pg from "pg";

/** What a client of PostgreSQL calls while it sends rows. */
type Wire = pg.Connection & {
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
};

/** `COPY ... FROM STDIN` with rows in the text format. */
class CopyIn implements pg.Submittable {
  readonly #text: string;
  readonly #rows: string;
  /** Called at the end. The client replaces it to stop its clock. */
  callback: (error?: Error | null) => void;

  /** `into` is the table with its columns. */
  constructor(into: string, rows: string, callback: (error?: Error | null) => void) {
    this.#text = `COPY ${into} FROM STDIN`;
    this.#rows = rows;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    (connection as Wire).query(this.#text);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    (connection as Wire).sendCopyFromChunk(Buffer.from(this.#rows));
    (connection as Wire).endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

/** Sends rows on a connection. */
export function copyIn(client: pg.ClientBase, into: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      new CopyIn(into, rows, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

/** A value in the text format of COPY. */
export function copyText(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString("hex")}`;
  if (typeof value !== "string") return String(value);
  return value.replace(/[\\\b\f\n\r\t\v]/g, (special) => escapes[special]!);
}

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};
