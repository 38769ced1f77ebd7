import { BlockList, isIP } from "node:net";

type Range = readonly [network: string, prefix: number];

/** Special-purpose ranges of RFC 6890 and the IANA registries, and multicast: everything that is not one host on the internet. */
const ipv4Ranges: readonly Range[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Carrier-grade NAT.
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, where clouds serve their metadata.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved and broadcast.
  ["224.0.0.0", 3],
];

/** Only 2000::/3 is global unicast. These parts of it are not public, or hold an IPv4 address. */
const ipv6Ranges: readonly Range[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4.
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const special = listOf(ipv4Ranges, "ipv4");
const globalUnicast = listOf([["2000::", 3]], "ipv6");
const specialWithin = listOf(ipv6Ranges, "ipv6");

/** Whether an IP address is one host on the internet. IPv4-mapped addresses and those of translators are not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return globalUnicast.check(address, "ipv6") && !specialWithin.check(address, "ipv6");
    default:
      return false;
  }
}

function listOf(ranges: readonly Range[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
