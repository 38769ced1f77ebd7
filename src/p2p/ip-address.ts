import { isIPv4, isIPv6 } from "node:net";

/** An address and a TCP port. IPv4 is written as 4 bytes, IPv6 as 16. */
export type IpPort = { readonly ip: string; readonly port: number };

/** The 4 or 16 bytes of a text; undefined if it is no IP address. IPv4 inside IPv6 becomes IPv4. */
export function ipBytes(text: string): Uint8Array | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split(".").map(Number));
  return isIPv6(text) ? unmapped(ipv6Bytes(text)) : undefined;
}

/** The text of 4 or 16 bytes; undefined for another length. avalanchego utils/ips/ip.go AddrFromSlice @ v1.14.2 */
export function ipText(bytes: Uint8Array): string | undefined {
  if (bytes.length !== 4 && bytes.length !== 16) return undefined;
  const short = unmapped(bytes);
  if (short.length === 4) return short.join(".");
  const groups = Array.from({ length: 8 }, (_, at) => (short[2 * at]! << 8) | short[2 * at + 1]!);
  return compressZeros(groups.map((group) => group.toString(16)));
}

/** The 16 bytes that are signed: IPv4 as ::ffff:a.b.c.d. */
export function ip16(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 16) return bytes;
  const mapped = new Uint8Array(16);
  mapped.set(mappedPrefix);
  mapped.set(bytes, mappedPrefix.length);
  return mapped;
}

/** `1.2.3.4:9651` or `[::1]:9651`. */
export function formatIpPort({ ip, port }: IpPort): string {
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}

export function isLoopback(text: string): boolean {
  const bytes = ipBytes(text);
  if (bytes === undefined) return false;
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes.every((byte, at) => byte === (at === 15 ? 1 : 0));
}

/** Global unicast and not private, as Go's netip has it. avalanchego utils/ips/ip.go IsPublic @ v1.14.2 */
export function isPublic(text: string): boolean {
  const bytes = ipBytes(text);
  if (bytes === undefined || isLoopback(text) || bytes.every((byte) => byte === 0)) return false;
  const [first, second] = [bytes[0]!, bytes[1]!];
  if (bytes.length === 16) {
    const isMulticast = first === 0xff;
    const isLinkLocal = first === 0xfe && (second & 0xc0) === 0x80;
    const isUniqueLocal = (first & 0xfe) === 0xfc;
    return !isMulticast && !isLinkLocal && !isUniqueLocal;
  }
  const isPrivate =
    first === 10 || (first === 172 && (second & 0xf0) === 16) || (first === 192 && second === 168);
  const isLinkLocal = first === 169 && second === 254;
  const isMulticast = (first & 0xf0) === 0xe0;
  const isBroadcast = bytes.every((byte) => byte === 255);
  return !isPrivate && !isLinkLocal && !isMulticast && !isBroadcast;
}

const mappedPrefix = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);

function unmapped(bytes: Uint8Array): Uint8Array {
  const isMapped = bytes.length === 16 && mappedPrefix.every((byte, at) => bytes[at] === byte);
  return isMapped ? bytes.slice(12) : bytes;
}

function ipv6Bytes(text: string): Uint8Array {
  const [head = "", tail] = text.replace(/%.*$/, "").split("::");
  const left = groupBytes(head);
  const right = tail === undefined ? [] : groupBytes(tail);
  const zeros = new Array<number>(16 - left.length - right.length).fill(0);
  return Uint8Array.from([...left, ...zeros, ...right]);
}

function groupBytes(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** Writes the first longest run of two or more zero groups as `::`. */
function compressZeros(groups: readonly string[]): string {
  let best = { at: -1, length: 1 };
  for (let at = 0; at < groups.length; at++) {
    let end = at;
    while (groups[end] === "0") end++;
    if (end - at > best.length) best = { at, length: end - at };
  }
  if (best.at < 0) return groups.join(":");
  return `${groups.slice(0, best.at).join(":")}::${groups.slice(best.at + best.length).join(":")}`;
}
