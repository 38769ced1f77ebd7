import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { acceptsGzip, gzipBytesMin } from "./compression.ts";
import type { FileRoute } from "./description.ts";
import type { HttpReply } from "./http-reply.ts";

export type FileAnswer = {
  readonly status: 200 | 304 | 405;
  /** Names and values. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
};

type Kept = { readonly bytes: Uint8Array; readonly compressed: Uint8Array; readonly tag: string };

const empty = new Uint8Array();
const compress = promisify(gzip);

/**
 * Serves a file: plain, gzipped where the client accepts that, or 304 where the client has it. The
 * ETag is weak because both forms share it. Browsers revalidate each time, so a new version shows at
 * once.
 */
export class ServedFile {
  readonly #route: FileRoute;
  #kept: Promise<Kept> | undefined;

  constructor(route: FileRoute) {
    this.#route = route;
  }

  async answer(
    { acceptEncoding, request }: HttpReply,
    query: URLSearchParams,
  ): Promise<FileAnswer> {
    const { method: verb, headers: asked } = request;
    const route = this.#route;
    if (verb !== "GET" && verb !== "HEAD") {
      return { status: 405, headers: ["Allow", "GET, HEAD", "Content-Length", "0"], body: empty };
    }
    this.#kept ??= keep(route);
    const { bytes, compressed, tag } = await this.#kept.catch((error) => {
      this.#kept = undefined;
      throw error;
    });
    const headers = ["ETag", tag, "Cache-Control", "no-cache", ...route.headers(query)];
    if (asked["if-none-match"]?.includes(tag)) return { status: 304, headers, body: empty };
    const isCompressed = bytes.length >= gzipBytesMin && acceptsGzip(acceptEncoding);
    const body = isCompressed ? compressed : bytes;
    headers.push("Content-Type", route.contentType, "Content-Length", String(body.length));
    if (isCompressed) headers.push("Content-Encoding", "gzip");
    return { status: 200, headers, body: verb === "HEAD" ? empty : body };
  }
}

async function keep(route: FileRoute): Promise<Kept> {
  const bytes = await route.read();
  const digest = createHash("sha256").update(bytes).digest("base64url");
  return {
    bytes,
    compressed: await compress(bytes, { level: 9 }),
    tag: `W/"${digest.slice(0, 22)}"`,
  };
}
