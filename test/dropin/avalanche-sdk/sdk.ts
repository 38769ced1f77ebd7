import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * What of @avalanche-sdk/client the suite uses. The package is installed when the suite runs, so TypeScript cannot see it and
 * its shapes are declared here.
 */
export type Sdk = {
  createAvalancheClient(config: object): Client;
  createAvalancheWalletClient(config: object): WalletClient;
};

// biome-ignore lint/suspicious/noExplicitAny: what a method answers is what each call looks at.
type Answer = any;

export type Methods = Readonly<Record<string, (params?: object) => Promise<Answer>>>;

/** `client.pChain.getBalance({ addresses })`; without `params` the method is called without an argument. */
export function call(client: Methods, method: string, params?: object): Promise<Answer> {
  const bound = client[method];
  if (bound === undefined) throw new Error(`the client has no ${method}`);
  return params === undefined ? bound() : bound(params);
}

export type Client = {
  readonly pChain: Methods;
  readonly xChain: Methods;
  readonly info: Methods;
  readonly health: Methods;
  readonly indexBlock: Readonly<Record<"pChain" | "cChain" | "xChain", Methods>>;
  readonly proposervm: { readonly pChain: Methods };
  readonly indexTx: { readonly xChain: Methods };
};

export type WalletClient = {
  readonly pChain: Methods;
  sendXPTransaction(request: object): Promise<Sent>;
  signXPTransaction(request: object): Promise<{ readonly signedTxHex: string }>;
  waitForTxn(sent: Sent): Promise<void>;
};

export type Sent = { readonly txHash: string; readonly chainAlias: string };

export type Account = { getXPAddress(chainAlias: string, hrp: string): string };

/** Imports one of the package's entries from where it is installed. */
export async function importSdk<Module>(cache: string, entry = ""): Promise<Module> {
  const { resolve } = createRequire(join(cache, "package.json"));
  const file = resolve(`@avalanche-sdk/client${entry}`);
  return (await import(pathToFileURL(file.replace("/_cjs/", "/_esm/")).href)) as Module;
}
