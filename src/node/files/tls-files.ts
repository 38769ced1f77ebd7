import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type FileOrContent, type HttpConfig, StartError } from "../node-config.ts";
import { readTextOrContent } from "./file-or-content.ts";

/**
 * The key and certificate of the HTTP server, as PEM text. Throws StartError that names the files if they cannot be read,
 * are swapped, or do not belong together.
 */
export function readTlsFiles({ key, certificate }: NonNullable<HttpConfig["tls"]>): {
  readonly key: string;
  readonly cert: string;
} {
  const keyText = readTextOrContent(key)!;
  const certText = readTextOrContent(certificate)!;
  const keyName = nameOf(key, "http-tls-key-file");
  const certName = nameOf(certificate, "http-tls-cert-file");
  if (isCertificate(keyText) && isPrivateKey(certText)) {
    throw new StartError(
      `${keyName} has the certificate and ${certName} has the private key: swap the two`,
    );
  }
  const parsedKey = parsed(() => createPrivateKey(keyText), `${keyName} has no private key`);
  const parsedCert = parsed(() => new X509Certificate(certText), `${certName} has no certificate`);
  if (!parsedCert.checkPrivateKey(parsedKey)) {
    throw new StartError(
      `the private key in ${keyName} does not belong to the certificate in ${certName}`,
    );
  }
  return { key: keyText, cert: certText };
}

function nameOf(source: FileOrContent, flag: string): string {
  return "path" in source ? `--${flag} ${source.path}` : `--${flag}-content`;
}

const isCertificate = (text: string) => text.includes("-----BEGIN CERTIFICATE-----");

const isPrivateKey = (text: string) => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text);

function parsed<T extends KeyObject | X509Certificate>(parse: () => T, problem: string): T {
  try {
    return parse();
  } catch (error) {
    throw new StartError(`${problem} in PEM format: ${(error as Error).message}`);
  }
}
