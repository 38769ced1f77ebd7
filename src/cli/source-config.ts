import { FormatError } from "../formats/format-error.ts";
import { formatGoQuoted } from "../formats/go-quote.ts";
import { parseNodeId } from "../formats/node-id.ts";
import { decideMode } from "../node/mode/decide-mode.ts";
import type { Bootstrapper, SnapshotSource, SourceConfig } from "../node/node-config.ts";
import { ipBytes } from "../p2p/ip-address.ts";
import { ConfigError } from "./flag-types.ts";
import type { FlagName } from "./flags.ts";
import { followedChains } from "./followed-chains.ts";
import type { RawConfig } from "./raw-config.ts";
import { isEphemeral } from "./raw-config.ts";

const privateIPs = "network-allow-private-ips";

/**
 * Where the node gets its blocks. Throws ConfigError, with AvalancheGo's texts for the bootstrappers (config/config.go
 * getBootstrapConfig @ v1.14.2), and for flags that contradict each other.
 */
export function sourceConfig(raw: RawConfig, isProduction: boolean): SourceConfig {
  // A node that is listed twice is one of the majority once.
  const upstreams = [...new Set(raw.get("upstream").map(upstreamURL))];
  const source: SourceConfig = {
    offline: raw.get("offline"),
    bootstrappers: bootstrappers(raw),
    upstreams,
    upstreamHeaders: upstreamHeaders(raw.get("upstream-header"), upstreams.length > 0),
    allowPrivateIPs: raw.isSet(privateIPs) ? raw.get(privateIPs) : undefined,
    ...followedChains(raw),
    snapshot: snapshotSource(raw),
  };
  const decision = decideMode({
    isProduction,
    offline: source.offline,
    bootstrapperCount: source.bootstrappers?.length,
    upstreamCount: upstreams.length,
    // The node decides again once the chain is open.
    isValidator: false,
  });
  if ("refusal" in decision) throw new ConfigError(decision.refusal);
  if (source.snapshot !== undefined && decision.mode !== "follow") {
    throw new ConfigError(decision.mode === "offline" ? snapshotOffline : snapshotWithoutNetwork);
  }
  if (upstreams.length > 0 && raw.isSet("c-chain-start")) throw new ConfigError(startOverHTTP);
  if (upstreams.length > 0 && source.xChainDag) throw new ConfigError(dagOverHTTP);
  if (decision.mode === "dev") {
    if (source.storedChains.length > 0) throw new ConfigError(chainsWithoutNetwork);
    return source;
  }
  // A follower of a network that is not public has to know its upgrades.
  const mayChoose = decision.mode === "follow" && !isProduction;
  const misplaced = devFlags.find(
    (name) => raw.isSet(name) && raw.get(name) !== false && !(mayChoose && name === "hardfork"),
  );
  if (misplaced === undefined) return source;
  const reason = decision.mode === "follow" ? "follows a network" : "is offline";
  throw new ConfigError(
    `--${misplaced} is for a node that builds its own blocks; this one ${reason}`,
  );
}

const snapshotOffline =
  "--snapshot needs a network to verify it: remove --offline. After the first start, the node can run offline";
const snapshotWithoutNetwork =
  "--snapshot is for a node that follows a network: add --upstream, or --bootstrap-ips and --bootstrap-ids";

const startOverHTTP =
  "--c-chain-start is for a node that follows over peers: with --upstream, the C-chain index is copied from its first container";
const dagOverHTTP =
  "--x-chain-dag is for a node that follows over peers: with --upstream, X/tx and X/vtx are copied with the other indices";
const chainsWithoutNetwork =
  "--follow-chains is for a node that follows a network: add --upstream, or --bootstrap-ips and --bootstrap-ids";

/** The snapshot that a new follower starts from. Throws ConfigError if other flags contradict it. */
function snapshotSource(raw: RawConfig): SnapshotSource | undefined {
  const [file, digest] = [raw.get("snapshot"), raw.get("snapshot-digest").toLowerCase()];
  if (file === "" && digest === "") return undefined;
  if (file === "") throw new ConfigError("--snapshot-digest needs --snapshot");
  if (digest === "") {
    throw new ConfigError(
      "--snapshot needs --snapshot-digest: the digest that `couloir snapshot export` printed, from a source that you trust",
    );
  }
  if (!/^[0-9a-f]{64}$/.test(digest)) {
    throw new ConfigError(
      `--snapshot-digest must be 64 hexadecimal digits, got ${JSON.stringify(digest)}`,
    );
  }
  const inMemory = isEphemeral(raw) || raw.get("db-type").toLowerCase() === "memdb";
  if (inMemory || raw.get("db-read-only")) {
    const flag = inMemory ? "a node in memory" : "--db-read-only";
    throw new ConfigError(
      `--snapshot needs a data directory, where the history is replayed: it cannot be combined with ${flag}`,
    );
  }
  return { file, digest };
}

const devFlags = [
  "dev",
  "followable",
  "hardfork",
  "block-production",
  "block-time",
  "gas-limit",
  "dangerously-expose-dev-api",
  "state",
  "timestamp",
] as const satisfies readonly FlagName[];

function bootstrappers(raw: RawConfig): readonly Bootstrapper[] | undefined {
  const [ipsFlag, idsFlag] = ["bootstrap-ips", "bootstrap-ids"] as const;
  const isSet = raw.isSet(ipsFlag);
  if (isSet !== raw.isSet(idsFlag)) {
    const [set, missing] = isSet ? [ipsFlag, idsFlag] : [idsFlag, ipsFlag];
    throw new ConfigError(`set "${set}" but didn't set "${missing}"`);
  }
  if (!isSet) return undefined;
  const addresses = itemsOf(raw.get(ipsFlag)).map(address);
  const nodeIDs = itemsOf(raw.get(idsFlag)).map(nodeID);
  if (addresses.length !== nodeIDs.length) {
    throw new ConfigError(
      `expected the number of bootstrapIPs (${addresses.length}) to match the number of bootstrapIDs (${nodeIDs.length})`,
    );
  }
  return addresses.map((address, index) => ({ nodeID: nodeIDs[index]!, address }));
}

function itemsOf(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** The errors are those of Go's net/netip. */
function address(text: string): Bootstrapper["address"] {
  const refuse = (reason: string): never => {
    throw new ConfigError(`couldn't parse bootstrap ip ${text}: ${reason}`);
  };
  const at = text.lastIndexOf(":");
  if (at < 0) return refuse("not an ip:port");
  const [host, port] = [text.slice(0, at), text.slice(at + 1)];
  if (host === "") return refuse("no IP");
  if (port === "") return refuse("no port");
  const isBracketed = host.startsWith("[");
  if (isBracketed && !host.endsWith("]")) return refuse("missing ]");
  const ip = isBracketed ? host.slice(1, -1) : host;
  const quoted = formatGoQuoted(text);
  if (!/^\d+$/.test(port) || Number(port) > 65_535) {
    return refuse(`invalid port ${formatGoQuoted(port)} parsing ${quoted}`);
  }
  if (ipBytes(ip) === undefined)
    return refuse(`ParseAddr(${formatGoQuoted(ip)}): unable to parse IP`);
  if (isBracketed && !ip.includes(":")) {
    return refuse(
      `invalid ip:port ${quoted}, square brackets can only be used with IPv6 addresses`,
    );
  }
  if (!isBracketed && ip.includes(":")) {
    return refuse(
      `invalid ip:port ${quoted}, IPv6 addresses must be surrounded by square brackets`,
    );
  }
  return { ip, port: Number(port) };
}

function nodeID(text: string): Bootstrapper["nodeID"] {
  try {
    return parseNodeId(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ConfigError(`couldn't parse bootstrap peer id ${text}: ${error.message}`);
  }
}

/** In one form for all spellings. No message repeats a URL with a password. */
function upstreamURL(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    const got = text.includes("@")
      ? "one with a user or a password in which :, /, ?, #, @, % or a comma is not encoded, such as # as %23"
      : JSON.stringify(text);
    throw new ConfigError(`--upstream must list URLs such as http://127.0.0.1:9650, got ${got}`);
  }
  const url = new URL(text);
  url.pathname = url.pathname.replace(/\/+$/, "");
  url.hash = "";
  return url.href;
}

/** No message repeats the header, which may hold a key. */
function upstreamHeaders(text: string, hasUpstream: boolean): Readonly<Record<string, string>> {
  if (text === "") return {};
  if (!hasUpstream) throw new ConfigError("--upstream-header needs --upstream");
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new ConfigError('--upstream-header must be a header such as "Name: value"');
  }
  return { [name]: value };
}
