import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
// The package has servers of its own in each function: what is forgotten throws instead of asking them.
import "../../support/loopback-only.mjs";

// biome-ignore lint/suspicious/noExplicitAny: what a function answers is what each call looks at.
export type Answer = any;

type Method = (request: object, options: object) => Promise<Answer>;
type Group = Readonly<Record<string, Method>>;

/**
 * What of @avalanche-sdk/chainkit the suite uses. The package is installed when the suite runs, so TypeScript cannot see it
 * and its shapes are declared here.
 */
export type PrimaryNetwork = Group & {
  readonly balances: Group;
  readonly blocks: Group;
  readonly rewards: Group;
  readonly transactions: Group;
  readonly utxos: Group;
  readonly vertices: Group;
};

type WithoutRequest = (options: object) => Promise<Answer>;

/** Its functions for webhooks. */
export type Webhooks = {
  readonly create: Method;
  readonly list: Method;
  readonly get: Method;
  readonly update: Method;
  readonly deactivate: Method;
  readonly getSharedSecret: WithoutRequest;
  readonly generateOrRotateSharedSecret: WithoutRequest;
  readonly addresses: { readonly add: Method; readonly list: Method; readonly remove: Method };
};

type Sdk = {
  readonly Avalanche: new (
    options: object,
  ) => {
    readonly data: { readonly primaryNetwork: PrimaryNetwork };
    readonly webhooks: Webhooks;
  };
};

export async function openSdk(
  cache: string,
): Promise<{ readonly network: PrimaryNetwork; readonly webhooks: Webhooks }> {
  const { resolve } = createRequire(join(cache, "package.json"));
  const file = resolve("@avalanche-sdk/chainkit").replace("/commonjs/", "/esm/");
  const { Avalanche } = (await import(pathToFileURL(file).href)) as Sdk;
  const retryConfig = { strategy: "none" };
  const sdk = new Avalanche({ network: "fuji", enableTelemetry: false, retryConfig });
  return { network: sdk.data.primaryNetwork, webhooks: sdk.webhooks };
}
