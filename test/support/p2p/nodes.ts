import { generateBlsSecretKey } from "../../../src/crypto/bls.ts";
import { createStakingCertificate } from "../../../src/node/identity/staking-certificate.ts";
import { type Environment, systemEnvironment } from "../../../src/p2p/environment.ts";
import { type OwnIdentity, ownIdentity } from "../../../src/p2p/identity/own-identity.ts";
import type { NetworkEvents, NodeKnowledge, PeerNetworkOptions } from "../../../src/p2p/options.ts";
import type { HandshakeTerms } from "../../../src/p2p/peer/handshake.ts";
import { PeerNetwork } from "../../../src/p2p/peer-network.ts";
import { compatibility } from "../../../src/p2p/versions.ts";

export const loopback = { ip: "127.0.0.1", port: 0 };

export function newIdentity(): OwnIdentity {
  const { certificatePem, keyPem } = createStakingCertificate(new Date());
  return ownIdentity(certificatePem, keyPem, generateBlsSecretKey());
}

/** Network 12345 as v1.14.2 speaks it. */
export const localTerms: HandshakeTerms = {
  networkID: 12345,
  compatibility: compatibility("granite", 1_607_144_400n, {
    name: "avalanchego",
    major: 1,
    minor: 14,
    patch: 2,
  }),
  trackedSubnets: [],
  supportedAcps: [],
  objectedAcps: [],
  currentAcps: [],
};

const everybody: NodeKnowledge = {
  isWanted: () => true,
  isValidator: () => true,
  blsKeyOf: () => undefined,
  uptimePercentOf: () => 100,
};

type Changes = Partial<Omit<PeerNetworkOptions, "knowledge" | "events">> & {
  readonly knowledge?: Partial<NodeKnowledge>;
  readonly events?: NetworkEvents;
};

/** A node that listens on a free port of 127.0.0.1, started. */
export async function startNetwork(changes: Changes = {}): Promise<PeerNetwork> {
  const environment: Environment = changes.environment ?? systemEnvironment();
  const network = new PeerNetwork({
    identity: newIdentity(),
    terms: localTerms,
    listenAt: loopback,
    allowPrivateIPs: true,
    environment,
    ...changes,
    knowledge: { ...everybody, ...changes.knowledge },
    events: changes.events ?? {},
  });
  await network.start();
  return network;
}

/** Waits for a condition that other sockets bring about. */
export async function until(isTrue: () => boolean, timeoutMs = 5_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
