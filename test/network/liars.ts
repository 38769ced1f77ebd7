import { handshakeTerms } from "../../src/follow/handshake-terms.ts";
import { emptyId, type Id } from "../../src/formats/bytes.ts";
import type { ChainHandler } from "../../src/p2p/chain-handler.ts";
import { defaultUpgrades } from "../../src/networks/upgrades.ts";
import { systemEnvironment } from "../../src/p2p/environment.ts";
import { ownIdentity } from "../../src/p2p/identity/own-identity.ts";
import { PeerNetwork } from "../../src/p2p/peer-network.ts";

/** How a beacon answers. */
export type Lie = { readonly name: string; readonly handler: ChainHandler };

const invented: Id = new Uint8Array(32).fill(0xee);
const junk = new Uint8Array(4_000).fill(0xab);

export const lies: readonly Lie[] = [
  { name: "is silent", handler: {} },
  {
    name: "invents tips, votes and containers",
    handler: {
      acceptedFrontier: () => invented,
      accepted: (ids) => [...ids, invented],
      ancestors: () => [junk, junk],
      container: () => junk,
      chits: () => ({
        preferredID: invented,
        acceptedID: invented,
        preferredIDAtHeight: invented,
        acceptedHeight: 1_000_000n,
      }),
    },
  },
  {
    name: "votes for an invented block at every height",
    handler: {
      acceptedFrontier: () => invented,
      accepted: () => [invented],
      ancestors: () => [],
      chits: ({ requestedHeight }) => ({
        preferredID: invented,
        acceptedID: invented,
        preferredIDAtHeight: invented,
        acceptedHeight: requestedHeight,
      }),
    },
  },
];

/** A peer that lies, with a validator's keys. */
export async function startLiar(
  { handler }: Lie,
  keys: {
    readonly certificatePem: string;
    readonly keyPem: string;
    readonly blsSecretKey: Uint8Array;
  },
): Promise<PeerNetwork> {
  const network = new PeerNetwork({
    identity: ownIdentity(keys.certificatePem, keys.keyPem, keys.blsSecretKey),
    terms: handshakeTerms({ id: 12345, upgrades: defaultUpgrades }, []),
    listenAt: { ip: "127.0.0.1", port: 0 },
    allowPrivateIPs: true,
    knowledge: {
      isWanted: () => false,
      isValidator: () => true,
      blsKeyOf: () => undefined,
      uptimePercentOf: () => 100,
    },
    events: {},
    environment: systemEnvironment(),
  });
  await network.start();
  network.handle(emptyId, handler);
  return network;
}
