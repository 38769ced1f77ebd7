import type { IdentityConfig } from "../node-config.ts";

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
