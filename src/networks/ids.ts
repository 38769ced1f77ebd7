import { FormatError } from "../formats/format-error.ts";

export const mainnetID = 1;
export const fujiID = 5;
export const localID = 12345;

/** avalanchego utils/constants/network_ids.go @ v1.12.1 */
const named = [
  { id: mainnetID, name: "mainnet", hrp: "avax" },
  { id: 2, name: "cascade", hrp: "cascade" },
  { id: 3, name: "denali", hrp: "denali" },
  { id: 4, name: "everest", hrp: "everest" },
  { id: fujiID, name: "fuji", hrp: "fuji" },
  { id: 10, name: "testing", hrp: "testing" },
  { id: localID, name: "local", hrp: "local" },
];

/** The names that `parseNetworkID` reads. */
export const networkNames = [...named.map(({ name }) => name), "testnet"];

/** `network-<id>` where the network has no name of its own. */
export function networkName(networkID: number): string {
  return named.find(({ id }) => id === networkID)?.name ?? `network-${networkID}`;
}

/** The human-readable part of the network's addresses. */
export function networkHrp(networkID: number): string {
  return named.find(({ id }) => id === networkID)?.hrp ?? "custom";
}

/** A name in any letter case (`testnet` is Fuji), `network-<id>`, or the ID. Throws FormatError. */
export function parseNetworkID(text: string): number {
  const name = text.toLowerCase();
  if (name === "testnet") return fujiID;
  const known = named.find((network) => network.name === name);
  if (known !== undefined) return known.id;
  const digits = name.startsWith("network-") ? name.slice("network-".length) : name;
  const id = Number(digits);
  if (!/^\d+$/.test(digits) || id > 0xffff_ffff) {
    throw new FormatError(`failed to parse network name: ${JSON.stringify(name)}`);
  }
  return id;
}
