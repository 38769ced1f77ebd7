import { bloomContains } from "../bloom.ts";
import { parsePeerCertificate } from "../identity/certificate.ts";
import { type ClaimedIp, gossipKey, readIpPort } from "../identity/signed-ip.ts";
import { ipBytes } from "../ip-address.ts";
import type { BodyOf, OutboundBody } from "../wire/messages.ts";
import type { KnownPeers } from "./handshake.ts";

const noTransaction = new Uint8Array(32);

export function peerListMessage(claims: readonly ClaimedIp[]): OutboundBody {
  return {
    case: "peerList",
    value: {
      claimedIpPorts: claims.map(({ certificate, address, timestamp, tlsSignature }) => ({
        certificate: certificate.der,
        ipAddr: ipBytes(address.ip)!,
        ipPort: address.port,
        timestamp,
        signature: tlsSignature,
        txId: noTransaction,
      })),
    },
  };
}

/** AvalancheGo sends 15; reading a certificate takes time, so the rest of a longer list is ignored. */
const claimsMax = 64;

/** The claims of a list, whose signatures are not yet checked. Throws ProtocolError for a malformed one. */
export function readPeerList({ claimedIpPorts }: BodyOf<"peerList">): ClaimedIp[] {
  return claimedIpPorts.slice(0, claimsMax).map((claim) => ({
    certificate: parsePeerCertificate(claim.certificate),
    address: readIpPort(claim.ipAddr, claim.ipPort),
    timestamp: claim.timestamp,
    tlsSignature: claim.signature,
  }));
}

export function isKnown({ filter, salt }: KnownPeers, claim: ClaimedIp): boolean {
  return bloomContains(filter, gossipKey(claim.certificate.nodeID, claim.timestamp), salt);
}
