import { expect, test } from "vitest";
import { findNetwork } from "../../../../src/networks/find-network.ts";
import { SharedMemorySince } from "../../../../src/node/apis/shared-memory-since.ts";

function headersOf(network: string, chains: readonly ("X" | "C")[], cStart?: string) {
  const metadata = { getText: (key: string) => (key === "follow-c-start" ? cStart : undefined) };
  const { upgrades } = findNetwork(network);
  return new SharedMemorySince({ chains, metadata, upgrades, nowMillis: () => 0 }).headers();
}

test("names the chains of which exports are unknown", () => {
  const name = "Couloir-Shared-Memory-Since";
  expect(headersOf("mainnet", ["X", "C"], "12345")).toEqual([name, "X=1, C=12345"]);
  expect(headersOf("mainnet", ["X", "C"], "1")).toEqual([name, "X=1"]);
  expect(headersOf("local", ["X", "C"], "7")).toEqual([name, "C=7"]);
  expect(headersOf("local", ["X", "C"])).toEqual([]);
  expect(headersOf("mainnet", [])).toEqual([]);
});

test("counts blocks whose ExtData no hash covers as unknown", () => {
  const { upgrades } = findNetwork("mainnet");
  const values: Record<string, string> = {
    "shared-memory-c-unbound": "209",
    "follow-c-start": "1",
  };
  const metadata = { getText: (key: string) => values[key] };
  const since = new SharedMemorySince({ chains: ["C"], metadata, upgrades, nowMillis: () => 0 });
  expect(since.headers()).toEqual(["Couloir-Shared-Memory-Since", "C=210"]);
});

test("knows all of an X-chain whose DAG is stored and applied, as soon as it is", () => {
  const { upgrades } = findNetwork("mainnet");
  const values: Record<string, string> = {};
  const metadata = { getText: (key: string) => values[key] };
  let now = 0;
  const since = new SharedMemorySince({ chains: ["X"], metadata, upgrades, nowMillis: () => now });
  const partial = ["Couloir-Shared-Memory-Since", "X=1"];
  expect(since.headers()).toEqual(partial);
  values["x-chain-dag"] = `${upgrades.cortinaXChainStopVertexID} 3`;
  values["shared-memory-x-tx-applied"] = "2";
  now = 1_000;
  expect(since.headers()).toEqual(partial);
  values["shared-memory-x-tx-applied"] = "3";
  now = 2_000;
  expect(since.headers()).toEqual([]);
});
