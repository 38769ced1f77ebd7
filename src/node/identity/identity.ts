import {
  blsPublicKey,
  generateBlsSecretKey,
  isBlsSecretKey,
  signProofOfPossession,
} from "../../crypto/bls.ts";
import type { NodeId } from "../../formats/bytes.ts";
import type { IdentityConfig, KeySource } from "../node-config.ts";
import { readKeyFile, writeKeyFile } from "./key-files.ts";
import {
  CertificateError,
  createStakingCertificate,
  nodeIDOfCertificate,
  type StakingCertificate,
} from "./staking-certificate.ts";

/** The identity of the node. The BLS values are computed on first use, as startup needs neither. */
export type NodeIdentity = {
  readonly nodeID: NodeId;
  /** Certificate and key of the staking connection. */
  readonly certificate: StakingCertificate;
  /** 32 bytes. */
  readonly blsSecretKey: Uint8Array;
  /** 48 bytes, compressed. */
  readonly blsPublicKey: () => Uint8Array;
  /** 96 bytes. */
  readonly proofOfPossession: () => Uint8Array;
};

/** The identity cannot be read. The message is AvalancheGo's. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
}

/**
 * Reads the staking certificate and the signer key, or creates missing ones if the configuration allows it.
 * Throws IdentityError. avalanchego config/config.go getStakingTLSCert, getStakingSigner @ v1.12.1
 */
export function loadIdentity(config: IdentityConfig, now: Date): NodeIdentity {
  const certificate = loadCertificate(config, now);
  const nodeID = checkedNodeID(certificate);
  const secretKey = loadSignerKey(config.signer);
  return {
    nodeID,
    certificate,
    blsSecretKey: secretKey,
    blsPublicKey: once(() => blsPublicKey(secretKey)),
    proofOfPossession: once(() => signProofOfPossession(secretKey)),
  };
}

function checkedNodeID(certificate: StakingCertificate): NodeId {
  try {
    return nodeIDOfCertificate(certificate);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new IdentityError(`couldn't read staking certificate: ${error.message}`, {
      cause: error,
    });
  }
}

function loadCertificate(config: IdentityConfig, now: Date): StakingCertificate {
  const { certificate, certificateKey } = config;
  if ("ephemeral" in certificate || "ephemeral" in certificateKey) {
    return createStakingCertificate(now);
  }
  if ("content" in certificate && "content" in certificateKey) {
    return {
      certificatePem: textOf(certificate.content),
      keyPem: textOf(certificateKey.content),
    };
  }
  if ("content" in certificate || "content" in certificateKey) {
    throw new IdentityError("the staking certificate and its key are not both files");
  }
  const mayBeMade = !certificate.required && !certificateKey.required;
  return loadCertificateFiles(certificate.path, certificateKey.path, mayBeMade, now);
}

function loadCertificateFiles(
  certificatePath: string,
  keyPath: string,
  mayBeMade: boolean,
  now: Date,
): StakingCertificate {
  const key = readKeyFile(keyPath);
  if (key === undefined) {
    if (!mayBeMade) throw new IdentityError(`couldn't find staking key at ${keyPath}`);
    const made = createStakingCertificate(now);
    writeKeyFile(certificatePath, made.certificatePem);
    writeKeyFile(keyPath, made.keyPem);
    return made;
  }
  const certificate = readKeyFile(certificatePath);
  if (certificate === undefined) {
    throw new IdentityError(`couldn't find staking certificate at ${certificatePath}`);
  }
  return { certificatePem: textOf(certificate), keyPem: textOf(key) };
}

function loadSignerKey(source: KeySource): Uint8Array {
  if ("ephemeral" in source) return generateBlsSecretKey();
  if ("content" in source) return checkSignerKey(source.content);
  const stored = readKeyFile(source.path);
  if (stored !== undefined) return checkSignerKey(stored);
  if (source.required) throw new IdentityError("missing staking signing key file");
  const key = generateBlsSecretKey();
  writeKeyFile(source.path, key);
  return key;
}

function checkSignerKey(bytes: Uint8Array): Uint8Array {
  if (isBlsSecretKey(bytes)) return bytes;
  throw new IdentityError("couldn't parse signing key: couldn't deserialize secret key");
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The keys of the first validator of the local genesis, which are published. They are in memory only. */
export async function firstLocalIdentity(): Promise<IdentityConfig> {
  const { firstLocalValidator } = await import("../../networks/first-local-validator.ts");
  const { certificate, certificateKey, blsKey } = firstLocalValidator;
  return {
    certificate: { content: Buffer.from(certificate) },
    certificateKey: { content: Buffer.from(certificateKey) },
    signer: { content: Buffer.from(blsKey, "base64") },
  };
}
