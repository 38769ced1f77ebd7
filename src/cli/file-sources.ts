import type { FileOrContent, IdentityConfig, KeySource, NodeConfig } from "../node/node-config.ts";
import { ConfigError } from "./flag-types.ts";
import type { FlagName } from "./flags.ts";
import type { RawConfig } from "./raw-config.ts";
import { isEphemeral } from "./raw-config.ts";

type ContentFlag = Extract<FlagName, `${string}-content`>;
type FileFlag = Extract<FlagName, `${string}-file`>;

/** The given content, else the file, which may be missing unless the user named it. */
export function source(raw: RawConfig, content: ContentFlag, file: FileFlag): FileOrContent {
  if (raw.isSet(content)) return { content: raw.get(content) };
  return { path: raw.get(file), required: raw.isSet(file) };
}

/** Like `source`, for files without a default path. */
export function optionalSource(
  raw: RawConfig,
  content: ContentFlag,
  file: FileFlag,
): FileOrContent | undefined {
  if (!raw.isSet(content) && (!raw.isSet(file) || raw.get(file) === "")) return undefined;
  return source(raw, content, file);
}

/** Where the staking certificate, its key and the BLS key come from. avalanchego config/config.go @ v1.12.1 */
export function keySources(raw: RawConfig): NodeConfig["identity"] {
  const isChosen = [...certificateFlags, ...signerFlags, ...ephemeralFlags].some(raw.isSet);
  return { isChosen, ...certificateSources(raw), signer: signerSource(raw) };
}

const certificateFlags = [
  "staking-tls-key-file",
  "staking-tls-key-file-content",
  "staking-tls-cert-file",
  "staking-tls-cert-file-content",
] as const satisfies readonly FlagName[];

const signerFlags = [
  "staking-signer-key-file",
  "staking-signer-key-file-content",
] as const satisfies readonly FlagName[];

const ephemeralFlags = [
  "staking-ephemeral-cert-enabled",
  "staking-ephemeral-signer-enabled",
] as const satisfies readonly FlagName[];

/** An ephemeral node reads key files only if the user names them. */
function keepsFiles(raw: RawConfig, names: readonly FlagName[]): boolean {
  return !isEphemeral(raw) || names.some((name) => raw.isSet(name));
}

function certificateSources(raw: RawConfig): Omit<IdentityConfig, "signer"> {
  if (raw.get("staking-ephemeral-cert-enabled") || !keepsFiles(raw, certificateFlags)) {
    return { certificate: { ephemeral: true }, certificateKey: { ephemeral: true } };
  }
  const keyContent = "staking-tls-key-file-content";
  const certContent = "staking-tls-cert-file-content";
  if (raw.isSet(keyContent) && !raw.isSet(certContent)) {
    throw new ConfigError(`${keyContent} key set but ${certContent} not set`);
  }
  if (!raw.isSet(keyContent) && raw.isSet(certContent)) {
    throw new ConfigError(`${keyContent} key not set but ${certContent} set`);
  }
  if (raw.isSet(keyContent)) {
    return {
      certificate: { content: raw.get(certContent) },
      certificateKey: { content: raw.get(keyContent) },
    };
  }
  // Naming one of the two files makes both required.
  const required = raw.isSet("staking-tls-key-file") || raw.isSet("staking-tls-cert-file");
  return {
    certificate: { path: raw.get("staking-tls-cert-file"), required },
    certificateKey: { path: raw.get("staking-tls-key-file"), required },
  };
}

function signerSource(raw: RawConfig): KeySource {
  if (raw.get("staking-ephemeral-signer-enabled") || !keepsFiles(raw, signerFlags)) {
    return { ephemeral: true };
  }
  return source(raw, "staking-signer-key-file-content", "staking-signer-key-file");
}
