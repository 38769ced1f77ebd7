import { describe, expect, it } from "vitest";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { formatNodeId } from "../../../src/formats/node-id.ts";

const ids = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg, NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ";
const firstID = "--bootstrap-ids=NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

async function sourceOf(...flags: string[]) {
  return nodeConfig(await readRawConfig(flags, { HOME: "/h" })).source;
}

describe("the source of blocks", () => {
  it("reads bootstrappers as AvalancheGo does", async () => {
    const { bootstrappers } = await sourceOf(
      "--bootstrap-ips=127.0.0.1:9651, [::1]:9653,",
      `--bootstrap-ids=${ids}`,
    );
    expect(
      bootstrappers!.map(({ nodeID, address }) => ({ ...address, nodeID: formatNodeId(nodeID) })),
    ).toEqual([
      { ip: "127.0.0.1", port: 9651, nodeID: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg" },
      { ip: "::1", port: 9653, nodeID: "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ" },
    ]);
    expect((await sourceOf("--bootstrap-ips=", "--bootstrap-ids=")).bootstrappers).toEqual([]);
    expect((await sourceOf()).bootstrappers).toBeUndefined();
  });

  it("reads upstreams and their header", async () => {
    expect(
      await sourceOf(
        "--upstream=http://127.0.0.1:9650/,https://localhost/node",
        "--upstream-header=x-api-key: a:b",
      ),
    ).toMatchObject({
      upstreams: ["http://127.0.0.1:9650/", "https://localhost/node"],
      upstreamHeaders: { "x-api-key": "a:b" },
    });
  });

  // One node would be a majority of itself and another one.
  it("counts an upstream once, however often and in whichever spelling it is listed", async () => {
    const spellings = ["http://LOCALHOST:80", "http://localhost/", "http://localhost//#a"];
    const others = "http://localhost:81/node/,http://localhost:81/node";
    expect((await sourceOf(`--upstream=${spellings.join(",")},${others}`)).upstreams).toEqual([
      "http://localhost/",
      "http://localhost:81/node",
    ]);
  });

  it("keeps a slash at the end of an upstream's query, such as that of a key", async () => {
    const { upstreams } = await sourceOf("--upstream=https://localhost/node/?key=a/");
    expect(upstreams).toEqual(["https://localhost/node?key=a/"]);
  });

  it("dials private addresses by the network unless a flag says", async () => {
    expect((await sourceOf()).allowPrivateIPs).toBeUndefined();
    expect((await sourceOf("--network-allow-private-ips")).allowPrivateIPs).toBe(true);
    expect((await sourceOf("--network-allow-private-ips=false")).allowPrivateIPs).toBe(false);
  });

  it.each([
    [["--bootstrap-ips=127.0.0.1:1"], `set "bootstrap-ips" but didn't set "bootstrap-ids"`],
    [[firstID], `set "bootstrap-ids" but didn't set "bootstrap-ips"`],
    [
      ["--bootstrap-ips=127.0.0.1:1", `--bootstrap-ids=${ids}`],
      "expected the number of bootstrapIPs (1) to match the number of bootstrapIDs (2)",
    ],
    [
      ["--bootstrap-ips=127.0.0.1", firstID],
      "couldn't parse bootstrap ip 127.0.0.1: not an ip:port",
    ],
    [["--bootstrap-ips=:1", firstID], "couldn't parse bootstrap ip :1: no IP"],
    [["--bootstrap-ips=127.0.0.1:", firstID], "couldn't parse bootstrap ip 127.0.0.1:: no port"],
    [["--bootstrap-ips=[::1:1", firstID], "couldn't parse bootstrap ip [::1:1: missing ]"],
    [
      ["--bootstrap-ips=127.0.0.1:70000", firstID],
      'invalid port "70000" parsing "127.0.0.1:70000"',
    ],
    [["--bootstrap-ips=node:1", firstID], 'ParseAddr("node"): unable to parse IP'],
    [["--bootstrap-ips=::1:1", firstID], "IPv6 addresses must be surrounded by square brackets"],
    [
      ["--bootstrap-ips=[127.0.0.1]:1", firstID],
      "square brackets can only be used with IPv6 addresses",
    ],
    [
      ["--bootstrap-ips=127.0.0.1:1", "--bootstrap-ids=NodeID-x"],
      "couldn't parse bootstrap peer id NodeID-x: ",
    ],
    [["--upstream=127.0.0.1:9650"], "--upstream must list URLs such as http://127.0.0.1:9650"],
    [
      ["--upstream=http://name:pass#word@127.0.0.1"],
      "got one with a user or a password in which :, /, ?, #, @, % or a comma is not encoded",
    ],
    [["--upstream-header=a: b"], "--upstream-header needs --upstream"],
    [
      ["--upstream=http://127.0.0.1", "--upstream-header=a"],
      '--upstream-header must be a header such as "Name: value"',
    ],
    [["--offline", "--upstream=http://127.0.0.1"], "--offline follows no network"],
    [
      ["--network-id=fuji", "--bootstrap-ips=", "--bootstrap-ids="],
      "remove them to use the built-in bootstrappers",
    ],
    [
      ["--network-id=fuji", "--block-time=1s"],
      "--block-time is for a node that builds its own blocks; this one follows a network",
    ],
    [["--offline", "--state=/tmp/x"], "--state is for a node that builds its own blocks"],
  ])("refuses %j", async (flags, reason) => {
    await expect(sourceOf(...flags)).rejects.toThrow(reason);
  });
});

describe("the chains to follow", () => {
  const network = ["--bootstrap-ips=127.0.0.1:9651", firstID];

  it("are P alone, or X and C, too", async () => {
    expect(await sourceOf(...network)).toMatchObject({ storedChains: [], cChainStart: "latest" });
    expect(await sourceOf(...network, "--follow-chains=c, P ,X")).toMatchObject({
      storedChains: ["X", "C"],
      cChainStart: "latest",
    });
    expect(await sourceOf(...network, "--follow-chains=P,X", "--x-chain-dag")).toMatchObject({
      storedChains: ["X"],
      xChainDag: true,
    });
    const height = ["--follow-chains=P,C", "--c-chain-start=12345678"];
    expect(await sourceOf(...network, ...height)).toMatchObject({
      storedChains: ["C"],
      cChainStart: 12_345_678n,
    });
  });

  it.each([
    [["--follow-chains=P,Q"], '--follow-chains must list P, X and C, such as P,X,C, got "Q"'],
    [["--follow-chains="], '--follow-chains must list P, X and C, such as P,X,C, got ""'],
    [
      ["--follow-chains=P,X,P"],
      "--follow-chains lists P more than once: name each chain once, such as P,X",
    ],
    [
      ["--follow-chains=X,C"],
      "--follow-chains must include P, whose validators attest the other chains: --follow-chains=P,X,C",
    ],
    [["--c-chain-start=7"], "--c-chain-start needs C in --follow-chains"],
    [["--follow-chains=P,C", "--x-chain-dag"], "--x-chain-dag needs X in --follow-chains"],
    [
      ["--follow-chains=P,C", "--c-chain-start=-1"],
      '--c-chain-start must be latest or a height, got "-1"',
    ],
    [
      ["--follow-chains=P,C", "--c-chain-start=9007199254740992"],
      '--c-chain-start must be latest or a height, got "9007199254740992"',
    ],
  ])("refuses %j", async (flags, message) => {
    await expect(sourceOf(...network, ...flags)).rejects.toThrow(message);
  });

  it("have no start over HTTP, where the index is copied from its beginning", async () => {
    const flags = ["--upstream=http://127.0.0.1:1", "--follow-chains=P,C"];
    expect(await sourceOf(...flags)).toMatchObject({ storedChains: ["C"] });
    await expect(sourceOf(...flags, "--c-chain-start=0")).rejects.toThrow(
      "--c-chain-start is for a node that follows over peers: with --upstream, the C-chain index is copied from its first container",
    );
    const dag = ["--upstream=http://127.0.0.1:1", "--follow-chains=P,X", "--x-chain-dag"];
    await expect(sourceOf(...dag)).rejects.toThrow(
      "--x-chain-dag is for a node that follows over peers: with --upstream, X/tx and X/vtx are copied with the other indices",
    );
  });

  it("are not for a dev node", async () => {
    await expect(sourceOf("--follow-chains=P,X")).rejects.toThrow(
      "--follow-chains is for a node that follows a network: add --upstream, or --bootstrap-ips and --bootstrap-ids",
    );
  });
});
