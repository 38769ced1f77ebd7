import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { connect, createServer, type TLSSocket } from "node:tls";
import { parsePeerCertificate } from "./identity/certificate.ts";
import type { OwnIdentity } from "./identity/own-identity.ts";
import { type IpPort, ipBytes, ipText } from "./ip-address.ts";
import type { Connection } from "./peer/peer.ts";
import { ProtocolError } from "./protocol-error.ts";

/**
 * TLS 1.3 with a certificate on both sides and no authority: a peer is who holds the key of its certificate.
 * avalanchego network/peer/tls_config.go @ v1.14.2
 */
function tlsOptions({ certificatePem, keyPem }: OwnIdentity) {
  return {
    cert: certificatePem,
    key: keyPem,
    minVersion: "TLSv1.3",
    rejectUnauthorized: false,
    requestCert: true,
  } as const;
}

/** How an attempt to connect ends: exactly one of both is called. */
export type DialResult = {
  readonly upgraded: (connection: Connection) => void;
  readonly failed: (reason: string) => void;
};

/** Dials and upgrades. The result abandons the attempt, which then fails with the reason. */
export function dialTls(
  identity: OwnIdentity,
  address: IpPort,
  result: DialResult,
): (reason: string) => void {
  const socket = connect({ host: address.ip, port: address.port, ...tlsOptions(identity) });
  let isSettled = false;
  const fail = (reason: string) => {
    if (isSettled) return;
    isSettled = true;
    socket.destroy();
    result.failed(reason);
  };
  socket.on("error", (error) => fail(error.message));
  socket.once("close", () => fail("connection closed"));
  socket.once("secureConnect", () => {
    const connection = connectionOf(socket, address, false, fail);
    if (connection === undefined || isSettled) return;
    isSettled = true;
    result.upgraded(connection);
  });
  return fail;
}

/** TLS options of a listener. */
export type ListenerHost = {
  readonly identity: OwnIdentity;
  readonly upgradeTimeoutMs: number;
  /** False closes a TCP connection before TLS begins. */
  readonly mayUpgrade: (ip: string) => boolean;
  readonly upgraded: (connection: Connection) => void;
  /** A connection that `mayUpgrade` let in left the upgrade, whatever came of it. */
  readonly settled: () => void;
};

export type Listener = { readonly address: IpPort; readonly close: () => Promise<void> };

/** Listens for peers. Rejects if the address cannot be bound. */
export async function listenTls(address: IpPort, host: ListenerHost): Promise<Listener> {
  const { identity, upgradeTimeoutMs } = host;
  const tls = createServer({ ...tlsOptions(identity), handshakeTimeout: upgradeTimeoutMs });
  const tcp = createTcpServer((socket) => {
    const ip = remoteOf(socket)?.ip;
    if (ip === undefined || !host.mayUpgrade(ip)) socket.destroy();
    else admit(socket);
  });
  const upgrading = new WeakMap<Socket, () => void>();
  const open = new Set<Socket>();
  const admit = (socket: Socket) => {
    let isSettled = false;
    const settle = () => {
      if (!isSettled) host.settled();
      isSettled = true;
    };
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      settle();
    });
    socket.on("error", () => socket.destroy());
    upgrading.set(socket, settle);
    tls.emit("connection", socket);
  };
  tls.on("tlsClientError", (_, socket) => socket.destroy());
  tls.on("secureConnection", (socket) => {
    const remote = remoteOf(socket);
    const connection = remote && connectionOf(socket, remote, true, () => socket.destroy());
    if (connection !== undefined) host.upgraded(connection);
    for (const raw of open) if (isSameConnection(raw, socket)) upgrading.get(raw)?.();
  });
  await bind(tcp, address);
  const bound = tcp.address() as { address: string; port: number };
  return {
    address: { ip: bound.address, port: bound.port },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => tcp.close(() => resolve()));
    },
  };
}

function isSameConnection(raw: Socket, secure: TLSSocket): boolean {
  return raw.remotePort === secure.remotePort && raw.remoteAddress === secure.remoteAddress;
}

/** Reads the certificate; hands the reason to `fail` if peers may not have it. */
function connectionOf(
  socket: TLSSocket,
  remote: IpPort,
  isInbound: boolean,
  fail: (reason: string) => void,
): Connection | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) {
    fail("peer has no certificate");
    return undefined;
  }
  try {
    const parsed = parsePeerCertificate(new Uint8Array(certificate.raw));
    return { socket, certificate: parsed, remote, isInbound };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    fail(error.message);
    return undefined;
  }
}

function remoteOf({ remoteAddress, remotePort }: Socket): IpPort | undefined {
  const bytes = remoteAddress === undefined ? undefined : ipBytes(remoteAddress);
  const ip = bytes && ipText(bytes);
  return ip === undefined || remotePort === undefined ? undefined : { ip, port: remotePort };
}

function bind(server: Server, { ip, port }: IpPort): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: ip, port }, () => {
      server.off("error", reject);
      server.on("error", () => {});
      resolve();
    });
  });
}
