import { connect } from "node:net";
import type { Issue } from "../../../src/generated/issue.ts";
import type { Lifetime } from "../../../src/generated/profile.ts";
import type { ReadParams } from "../../../src/generated/read.ts";
import type { Description, GetRoute } from "../../../src/rpc/http/description.ts";
import { type HttpOptions, RpcServer } from "../../../src/rpc/http/server.ts";
import type { Route } from "../../../src/rpc/json-rpc/description.ts";
import type { Handler, MethodEntry } from "../../../src/rpc/json-rpc/method.ts";
import { ServedData } from "../../../src/rpc/json-rpc/served-data.ts";

/** What the toy node knows; tests change it to see what a server makes of it. */
export type Toy = {
  height: number;
  seconds: number;
  ready: boolean;
  /** How often each handler ran. */
  readonly runs: Map<string, number>;
  readonly logged: { fields: Readonly<Record<string, unknown>>; message: string }[];
};

export const makeToy = (): Toy => ({
  height: 44,
  seconds: 1_700_000_000,
  ready: true,
  runs: new Map(),
  logged: [],
});

/** A declared error as generated code makes them. */
export class ToyError extends Error {
  readonly code: number;
  readonly data?: unknown;
  constructor(name: string, code: number, message: string, data?: unknown) {
    super(message);
    this.name = name;
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

class ToyData extends ServedData {
  readonly #toy: Toy;

  constructor(toy: Toy) {
    super();
    this.#toy = toy;
  }

  override version(): number {
    return this.#toy.height;
  }

  override nowSeconds(): number {
    return this.#toy.seconds;
  }

  override unready(): string | undefined {
    return this.#toy.ready ? undefined : "not done bootstrapping\n";
  }
}

type Fields = Readonly<Record<string, (value: unknown) => unknown>>;

const refuse = (field: string, expected: string, value: unknown): never => {
  throw new ToyIssue({ field, expected, got: typeof value === "bigint" ? `${value}` : `${value}` });
};

class ToyIssue extends Error {
  readonly issue: Issue;
  constructor(issue: Issue) {
    super(issue.field);
    this.issue = issue;
  }
}

/** Reads a param that is a string or absent. */
export const text = (value: unknown): unknown =>
  value === undefined || typeof value === "string" ? value : refuse("text", "a string", value);

/** Reads a param that is a uint64, as number or decimal string, or absent. */
export const uint64 = (value: unknown): unknown => {
  if (value === undefined) return undefined;
  if (typeof value === "bigint" && value >= 0n && value < 1n << 64n) return value;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^\d{1,20}$/.test(value)) return BigInt(value);
  return refuse("n", "an integer from 0 to 18446744073709551615", value);
};

/** Names without case, null as absent, unknown names ignored. */
const normaliser =
  (fields: Fields) =>
  (params: unknown): ReadParams => {
    const value: Record<string, unknown> = {};
    try {
      const given = new Map(
        Object.entries(params as object).map(([name, v]) => [name.toLowerCase(), v ?? undefined]),
      );
      for (const [name, read] of Object.entries(fields)) {
        const read_ = read(given.get(name.toLowerCase()));
        if (read_ !== undefined) value[name] = read_;
      }
      return { ok: true, value };
    } catch (error) {
      if (error instanceof ToyIssue) return { ok: false, issue: error.issue };
      throw error;
    }
  };

/** A method whose params are read by `fields`. */
export const entry = (
  name: string,
  lifetime: Lifetime,
  fields: Fields = {},
  more: Partial<MethodEntry> = {},
): MethodEntry => ({
  name,
  params: { read: normaliser(fields), names: undefined },
  validateResult: () => undefined,
  lifetime,
  nodeLocal: false,
  exactNumbers: false,
  errors: [],
  ...more,
});

export const table = (...entries: MethodEntry[]): Readonly<Record<string, MethodEntry>> =>
  Object.fromEntries(entries.map((e) => [e.name, e]));

export const toyMethods = table(
  entry("toy.getHeight", "block"),
  entry("toy.getClock", "second"),
  entry("toy.getGenesis", "immutable"),
  entry("toy.getStatus", "live", { text }, { settled: { member: "status", values: ["done"] } }),
  entry("toy.echo", "live", { text }),
  entry("toy.double", "block", { n: uint64 }, { exactNumbers: true }),
  entry("toy.large", "block", { n: uint64 }),
  entry("toy.slow", "live", { n: uint64 }),
  entry("toy.fail", "live", { errorName: text }, { errors: ["ToyFault"] }),
  entry("toy.crash", "live"),
  entry(
    "toy.lie",
    "block",
    {},
    {
      validateResult: () => ({ field: "result.height", expected: "a string", got: "a number" }),
    },
  ),
  entry("toy.secret", "live", {}, { nodeLocal: true }),
  entry(
    "toy.named",
    "live",
    {},
    {
      params: {
        read: () => ({
          ok: false,
          issue: { field: "n", expected: "a number", got: "nothing" },
          error: "ToyFault",
        }),
        names: undefined,
      },
    },
  ),
);

export const toyHandlers: Readonly<Record<string, Handler>> = {
  "toy.getHeight": (_: unknown, toy: Toy) => {
    count(toy, "getHeight");
    return { height: `${toy.height}` };
  },
  "toy.getStatus": ({ text: status }: { text: string }, toy: Toy) => {
    count(toy, "getStatus");
    return { status };
  },
  "toy.getClock": (_: unknown, toy: Toy) => {
    count(toy, "getClock");
    return { seconds: toy.seconds };
  },
  "toy.getGenesis": (_: unknown, toy: Toy) => {
    count(toy, "getGenesis");
    return { hash: "abc" };
  },
  "toy.echo": (params: { text?: string }) => ({ text: params.text ?? "" }),
  "toy.double": (params: { n?: bigint }, toy: Toy) => {
    count(toy, "double");
    return { n: (params.n ?? 0n) * 2n };
  },
  "toy.large": (params: { n?: bigint }, toy: Toy) => {
    count(toy, "large");
    return Array.from({ length: Number(params.n ?? 1_000n) }, (_, i) => `member ${i} of é many`);
  },
  "toy.slow": async (params: { n?: bigint }) => {
    await new Promise((resolve) => setTimeout(resolve, Number(params.n ?? 10n)));
    return {};
  },
  "toy.fail": (params: { errorName?: string }) => {
    throw new ToyError(params.errorName ?? "ToyFault", -32000, "no such thing", { thing: 1 });
  },
  "toy.crash": () => {
    throw new Error("the secret of the handler");
  },
  "toy.lie": () => ({ height: 44 }),
  "toy.secret": () => ({ secret: true }),
  "toy.named": () => ({}),
};

const count = (toy: Toy, name: string): void => {
  toy.runs.set(name, (toy.runs.get(name) ?? 0) + 1);
};

export const toyDescription = (toy: Toy, more: Partial<Description> = {}): Description => {
  const toyRoute: Route = {
    paths: ["/ext/toy", "/ext/bc/T"],
    base: "toy",
    methods: toyMethods,
    handlers: toyHandlers,
    context: toy,
    needs: "toy",
  };
  const otherRoute: Route = {
    paths: ["/ext/other"],
    base: "other",
    methods: table(entry("other.getName", "immutable")),
    handlers: { "other.getName": () => ({ name: "other" }) },
    context: toy,
  };
  const report: GetRoute = {
    path: "/ext/other",
    base: "other",
    answer: (query) => ({
      status: query.has("bad") ? 503 : 200,
      contentType: "application/json",
      body: `${JSON.stringify({ tags: query.getAll("tag") })}\n`,
    }),
  };
  return {
    dialect: "json-rpc",
    routes: [toyRoute, otherRoute],
    gets: [report, { ...report, path: "/ext/other/report" }],
    disabled: [{ path: "/ext/off", reason: "The off API is off: --off-enabled turns it on." }],
    absent: [{ path: "/ext/gone", reason: "Nothing runs here." }],
    headers: { "node-id": "NodeID-toy" },
    data: new ToyData(toy),
    randomID: () => "log-1",
    log: {
      error: (fields, message) => toy.logged.push({ fields, message }),
      warn: (fields, message) => toy.logged.push({ fields, message }),
    },
    ...more,
  };
};

/** Starts a toy server; `options` replace the usual ones. */
export const startToy = async (
  toy: Toy,
  more: Partial<Description> = {},
  options: Partial<HttpOptions> = {},
): Promise<{ server: RpcServer; port: number; url: string }> => {
  const server = new RpcServer(toyDescription(toy, more), {
    host: "127.0.0.1",
    port: 0,
    allowedHosts: ["localhost"],
    allowedOrigins: ["*"],
    ...options,
  });
  const { port } = await server.start();
  return { server, port, url: `http://127.0.0.1:${port}` };
};

export type Reply = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly text: string;
};

/** Sends bytes over a connection of their own and reads until the server ends it. */
export const sendRaw = (port: number, bytes: Buffer | string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("end", () => resolve(Buffer.concat(chunks)));
    socket.on("error", reject);
  });

/** Sends one request exactly as given, the target included, and parses its answer. */
export const send = async (
  port: number,
  request: {
    readonly verb?: string;
    readonly target?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer | string;
  },
): Promise<Reply> => {
  const body = Buffer.from(request.body ?? "");
  const headers = {
    host: "localhost",
    ...(request.headers ?? { "content-type": "application/json" }),
    "content-length": `${body.length}`,
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${request.verb ?? "POST"} ${request.target ?? "/ext/toy"} HTTP/1.1\r\n${lines.join("")}\r\n`;
  return parseReply(await sendRaw(port, Buffer.concat([Buffer.from(head, "latin1"), body])));
};

export const parseReply = (bytes: Buffer): Reply => {
  const split = bytes.indexOf("\r\n\r\n");
  const [status = "", ...lines] = bytes.toString("latin1", 0, split).split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  const rest = bytes.subarray(split + 4);
  const body = headers.get("transfer-encoding") === "chunked" ? withoutChunks(rest) : rest;
  return { status: Number(status.split(" ")[1]), headers, body, text: body.toString() };
};

/** The body of a response that was sent in chunks. RFC 9112, section 7.1 */
const withoutChunks = (bytes: Buffer): Buffer => {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const length = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    // NaN where the response broke off.
    if (!(length > 0)) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
};
