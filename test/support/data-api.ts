import { expect } from "vitest";

/** Asks the Data API of a node. */
export class DataApi {
  readonly #base: string;

  constructor(url: string) {
    this.#base = `${url}/v1/networks/fuji`;
  }

  async ask(path: string, init: RequestInit = {}) {
    const response = await fetch(this.#base + path, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async get<Result>(path: string, init: RequestInit = {}): Promise<Result> {
    const { status, body } = await this.ask(path, init);
    expect([status, body]).toEqual([200, body]);
    return body as Result;
  }

  /** All entries of a list, page by page. */
  async walk<Entry>(
    path: string,
    { member, pageSize, init = {} }: { member: string; pageSize: number; init?: RequestInit },
  ): Promise<Entry[]> {
    const entries: Entry[] = [];
    let token: string | undefined;
    do {
      const next = token === undefined ? "" : `&pageToken=${token}`;
      const separator = path.includes("?") ? "&" : "?";
      const page = await this.get<Record<string, unknown>>(
        `${path}${separator}pageSize=${pageSize}${next}`,
        init,
      );
      const found = page[member] as Entry[];
      expect(found.length).toBeLessThanOrEqual(pageSize);
      entries.push(...found);
      token = page["nextPageToken"] as string | undefined;
      if (token !== undefined) expect(found.length).toBe(pageSize);
    } while (token !== undefined);
    return entries;
  }
}

/** The body of a POST that names addresses. */
export function addressesBody(addresses: readonly string[]): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ addresses: addresses.join(",") }),
  };
}
