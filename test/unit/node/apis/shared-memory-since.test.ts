import { expect, test } from "vitest";
import { findNetwork } from "../../../../src/networks/find-network.ts";
import { SharedMemorySince } from "../../../../src/node/apis/shared-memory-since.ts";

function headersOf(network: string, chains: readonly ("X" | "C")[], cStart?: string) {
  const metadata = { getText: (key: string) => (key === "follow-c-start" ? cStart : undefined) };
  const { upgrades } = findNetwork(network);
  return new SharedMemorySince({ chains, metadata, upgrades }).headers();
}

test("names the chains of which exports are unknown", () => {
  const name = "Couloir-Shared-Memory-Since";
  expect(headersOf("mainnet", ["X", "C"], "12345")).toEqual([name, "X=1, C=12345"]);
  expect(headersOf("mainnet", ["X", "C"], "1")).toEqual([name, "X=1"]);
  expect(headersOf("local", ["X", "C"], "7")).toEqual([name, "C=7"]);
  expect(headersOf("local", ["X", "C"])).toEqual([]);
  expect(headersOf("mainnet", [])).toEqual([]);
});
