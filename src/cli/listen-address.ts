import { ConfigError } from "./flag-types.ts";
import type { RawConfig } from "./raw-config.ts";

/** The address to listen on; an IPv6 address can be in brackets, as in a URL. Throws ConfigError for a URL, and for a host with a port. */
export function listenHost(raw: RawConfig, name: "http-host" | "staking-host"): string {
  const text = raw.get(name);
  const inBrackets = /^\[([^\]]*)\]$/.exec(text)?.[1];
  if (inBrackets !== undefined) return inBrackets;
  if (!/^[^:]*:\d*$|:\/\/|\]:/.test(text)) return text;
  const portFlag = name.replace("host", "port");
  throw new ConfigError(
    `--${name} must be an address or a host name alone, such as 127.0.0.1, got ${JSON.stringify(text)}: --${portFlag} sets the port`,
  );
}

/** The port to listen on. Throws ConfigError. */
export function listenPort(raw: RawConfig, name: "http-port" | "staking-port"): number {
  const value = raw.get(name);
  if (value > 65_535) throw new ConfigError(`--${name} must be at most 65535, got ${value}`);
  return value;
}
