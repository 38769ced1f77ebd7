import { hash160 } from "../crypto/hash.ts";
import { publicKey } from "../crypto/secp256k1.ts";
import { formatAddress } from "../formats/address.ts";
import { parsePrivateKey } from "../formats/private-key.ts";
import { networkHrp, networkName } from "../networks/ids.ts";
import { wellKnownPrivateKeys } from "../networks/local.ts";
import type { NodeConfig } from "../node/node-config.ts";

/** What a person needs to begin: the URL, and on a dev node the keys that own something. */
export function banner(config: NodeConfig, url: string): string {
  const lines = [
    "",
    `  Couloir, network ${networkName(config.networkID)}`,
    "",
    `  P-chain   ${url}/ext/bc/P`,
    `  Info      ${url}/ext/info`,
    `  Health    ${url}/ext/health`,
    ...(config.apis.dev ? ["", ...keyLines(config.networkID)] : []),
    "",
    "",
  ];
  return lines.join("\n");
}

function keyLines(networkID: number): string[] {
  const hrp = networkHrp(networkID);
  return [
    "  Keys that everyone knows, funded on the local network",
    ...wellKnownPrivateKeys.flatMap((text) => {
      const address = hash160(publicKey(parsePrivateKey(text)));
      return [`  ${formatAddress("P", hrp, address)}`, `    ${text}`];
    }),
  ];
}
