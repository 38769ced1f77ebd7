import { readFile } from "node:fs/promises";
import { hasFixedGenesis } from "../../networks/find-network.ts";
import { fujiID, mainnetID, networkName } from "../../networks/ids.ts";
import { readFileOrContent } from "../files/file-or-content.ts";
import type { FileOrContent } from "../node-config.ts";
import { StartError } from "../node-config.ts";

/** A genesis as JSON. */
export type GenesisJson = {
  readonly json: Uint8Array;
  /**
   * `fixed` is built in; `template` is the local genesis, which needs the network's ID and a recent start time; `given`
   * comes from the user and must be validated.
   */
  readonly origin: "fixed" | "template" | "given";
};

/**
 * The genesis of a network: the built-in one for mainnet, fuji and local, otherwise the user's file or the local genesis.
 * Throws StartError. avalanchego genesis/genesis.go and genesis/config.go @ v1.12.1
 */
export async function readGenesis(
  networkID: number,
  given: FileOrContent | undefined,
): Promise<GenesisJson> {
  if (given !== undefined) return { json: readGiven(networkID, given), origin: "given" };
  if (networkID === mainnetID) return { json: await readMainnet(), origin: "fixed" };
  const isFuji = networkID === fujiID;
  const json = await readFile(genesisPath(isFuji ? "fuji.json" : "local.json"));
  return { json, origin: isFuji ? "fixed" : "template" };
}

function readGiven(networkID: number, given: FileOrContent): Uint8Array {
  if (hasFixedGenesis(networkID)) {
    throw new StartError(
      `unable to load genesis file: overrides standard network genesis config: ${networkName(networkID)}`,
    );
  }
  try {
    return readFileOrContent(given)!;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`unable to load genesis file: ${error.message}`);
  }
}

/** 1.9 MB of JSON, compressed to a tenth. */
async function readMainnet(): Promise<Uint8Array> {
  const { brotliDecompressSync } = await import("node:zlib");
  return brotliDecompressSync(await readFile(genesisPath("mainnet.json.br")));
}

function genesisPath(name: string): URL {
  return new URL(`../../networks/genesis/${name}`, import.meta.url);
}
