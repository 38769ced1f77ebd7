import { expect } from "vitest";

/** Asks Mesh of a node. */
export class MeshApi {
  readonly #url: string;
  readonly #network: string;

  constructor(url: string, network: string) {
    this.#url = url;
    this.#network = network;
  }

  async ask(path: string, members: object = {}) {
    const network_identifier = { blockchain: "avalanche", network: this.#network };
    const response = await fetch(`${this.#url}/mesh${path}`, {
      method: "POST",
      body: JSON.stringify({ network_identifier, ...members }),
    });
    return { status: response.status, body: await response.json() };
  }

  async get<Result>(path: string, members: object = {}): Promise<Result> {
    const { status, body } = await this.ask(path, members);
    expect([status, body], JSON.stringify(body)).toEqual([200, body]);
    return body as Result;
  }
}
