import { nearest } from "../formats/nearest.ts";
import { knownFlags } from "./accepted-flags.ts";
import { ConfigError, suggestion } from "./flag-types.ts";
import { remedyOf, removedFlags } from "./removed-flags.ts";

/** Edits between an unknown name and a flag up to which the name is taken for a misspelt flag. */
const misspellingEditsMax = 2;

/** Names of fewer letters are within two edits of too many flags. */
const misspellingLengthMin = 5;

/**
 * One sentence about a name in a config file or environment that is not a flag. Throws ConfigError for a misspelt flag,
 * because the node would start with its default, and for a flag that changes which key the node has.
 *
 * @param subject what gave the name, for example `the config file gives http-prot`
 * @param shown the name of a flag in the source's form, for example `AVAGO_HTTP_PORT`
 */
export function unknownName(
  name: string,
  subject: string,
  shown: (flag: string) => string = (flag) => flag,
): string {
  const removed = removedFlags.get(name);
  if (removed !== undefined) return `${subject}, ${remedyOf(removed, shown)}`;
  if (name === "staking-rpc-signer-endpoint") {
    throw new ConfigError(
      `${subject}, which is not supported: the node would start with another BLS key. Use ${shown("staking-signer-key-file")}`,
    );
  }
  const isLong = name.length >= misspellingLengthMin;
  const meant = isLong ? nearest(name, knownFlags.keys(), misspellingEditsMax) : undefined;
  if (meant !== undefined) {
    throw new ConfigError(`${subject}, which is not a flag: did you mean ${shown(meant)}?`);
  }
  const candidates = [...knownFlags.keys()].map(shown);
  return `${subject}, which is not a flag${suggestion(shown(name), candidates)}`;
}
