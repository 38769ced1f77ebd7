import { handshakeTerms } from "../../src/follow/handshake-terms.ts";
import type { Id, NodeId } from "../../src/formats/bytes.ts";
import type { ChainHandler } from "../../src/p2p/chain-handler.ts";
import { systemEnvironment } from "../../src/p2p/environment.ts";
import { type OwnIdentity, ownIdentity } from "../../src/p2p/identity/own-identity.ts";
import type { IpPort } from "../../src/p2p/ip-address.ts";
import { PeerNetwork } from "../../src/p2p/peer-network.ts";
import { listenTls } from "../../src/p2p/tls.ts";
import { encodeFrame } from "../../src/p2p/wire/frames.ts";
import { Speaker } from "../support/p2p/speaker.ts";
import { endlessBlockFrame, repeatedByteFrame } from "../support/p2p/zstd.ts";
import type { TestNetwork } from "./test-network.ts";

/** A true chain, newest first, for lies that are close to the truth. */
export type Truth = () => Promise<readonly { readonly id: Id; readonly bytes: Uint8Array }[]>;

/** The chains that it lies about. */
export type Truths = readonly { readonly chainID: Id; readonly truth: Truth }[];

/** A peer with a validator's keys that lies. */
export type Liar = {
  readonly nodeID: NodeId;
  readonly address: IpPort;
  readonly close: () => Promise<void>;
};

export type Lie = {
  readonly name: string;
  readonly start: (identity: OwnIdentity, truths: Truths, network: TestNetwork) => Promise<Liar>;
};

const invented: Id = new Uint8Array(32).fill(0xee);
const junk = new Uint8Array(4_000).fill(0xab);
const chits = (id: Id, acceptedHeight: bigint) => ({
  preferredID: id,
  acceptedID: id,
  preferredIDAtHeight: id,
  acceptedHeight,
});

export const lies: readonly Lie[] = [
  answering("is silent", () => ({})),
  answering("alters the signatures of containers", alteringSignatures),
  answering("invents tips, votes and containers", () => ({
    acceptedFrontier: () => invented,
    accepted: (ids) => [...ids, invented],
    ancestors: () => [junk, junk],
    container: () => junk,
    chits: () => chits(invented, 1_000_000n),
  })),
  answering("votes for an invented block at every height", () => ({
    acceptedFrontier: () => invented,
    accepted: () => [invented],
    ancestors: () => [],
    chits: ({ requestedHeight }) => chits(invented, requestedHeight),
  })),
  saying("sends junk", () => encodeFrame(junk)),
  saying("sends oversized frames", () => Uint8Array.of(0x7f, 0xff, 0xff, 0xff, 1, 2, 3)),
  saying("sends compression bombs", (count) =>
    compressed(count % 2 === 0 ? repeatedByteFrame(2_000, 100_000) : endlessBlockFrame()),
  ),
];

/** A node of the protocol that answers wrongly. */
function answering(name: string, handlerOf: (truth: Truth) => ChainHandler): Lie {
  return {
    name,
    start: async (identity, truths, { id, upgrades }) => {
      const network = new PeerNetwork({
        identity,
        terms: handshakeTerms({ id, upgrades }, []),
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
      for (const { chainID, truth } of truths) network.handle(chainID, handlerOf(truth));
      return {
        nodeID: network.nodeID,
        address: network.listeningAt!,
        close: () => network.close(),
      };
    },
  };
}

/** One that completes the handshake and then sends bytes, at once and ten times a second. */
function saying(name: string, bytesOf: (count: number) => Uint8Array): Lie {
  return {
    name,
    start: async (identity, _truths, network) => {
      const terms = handshakeTerms(network, []);
      const speakers = new Set<Speaker>();
      const listener = await listenTls(
        { ip: "127.0.0.1", port: 0 },
        {
          identity,
          upgradeTimeoutMs: 15_000,
          mayUpgrade: () => true,
          upgraded: ({ socket }) => {
            const speaker = Speaker.of(identity, socket);
            speakers.add(speaker);
            speaker.handshake({}, terms);
            speaker.send({ case: "peerList", value: {} });
            let count = 0;
            const timer = setInterval(() => speaker.sendBytes(bytesOf(count++)), 100);
            void speaker.isClosed().then(() => clearInterval(timer));
          },
          settled: () => {},
        },
      );
      return {
        nodeID: identity.certificate.nodeID,
        address: listener.address,
        close: async () => {
          for (const speaker of speakers) speaker.close();
          await listener.close();
        },
      };
    },
  };
}

/** Sends the true chain; the last byte of each container belongs to its signature, which its ID does not cover. */
function alteringSignatures(truth: Truth): ChainHandler {
  let known: Awaited<ReturnType<Truth>> = [];
  setInterval(
    () =>
      void truth().then(
        (found) => (known = found),
        () => {},
      ),
    200,
  ).unref();
  const altered = ({ bytes }: { readonly bytes: Uint8Array }) =>
    bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte));
  const from = (id: Id) => known.findIndex((each) => Buffer.compare(each.id, id) === 0);
  return {
    acceptedFrontier: () => known[0]?.id ?? invented,
    accepted: (ids) => ids.filter((id) => from(id) >= 0),
    ancestors: (id) => (from(id) < 0 ? [] : known.slice(from(id), from(id) + 500).map(altered)),
    container: (id) => {
      const found = known[from(id)];
      return found && altered(found);
    },
    chits: ({ requestedHeight }) => {
      const last = known[0]?.id ?? invented;
      const height = BigInt(known.length);
      const at = known[Number(height - requestedHeight)]?.id ?? last;
      return {
        preferredID: last,
        acceptedID: last,
        preferredIDAtHeight: at,
        acceptedHeight: height,
      };
    },
  };
}

/** A frame with a message of field 2, `compressed_zstd`. */
function compressed(zstd: Uint8Array): Uint8Array {
  const { length } = zstd;
  const varint = [(length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14];
  return encodeFrame(Uint8Array.from([0x12, ...varint, ...zstd]));
}

/** The identity of a validator from its key files. */
export function identityOf(keys: {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly blsSecretKey: Uint8Array;
}): OwnIdentity {
  return ownIdentity(keys.certificatePem, keys.keyPem, keys.blsSecretKey);
}
