import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, type Json } from "../../e2e/rpc.ts";
import { runCase } from "../case.ts";
import type { Case } from "../suite.ts";
import type { LaunchedNode, ProcessContext } from "./launched-node.ts";
import type { StakingKey } from "./staking-keys.ts";

/** A node of a network and the key that it was started with. */
export type Member = { readonly node: LaunchedNode; readonly key: StakingKey };

const healthTimeoutMs = 30_000;

/** What launchers of test networks wait for and ask, of every node, while all of them run. */
export async function checkMembers(how: string, members: readonly Member[]): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [index, member] of members.entries()) {
    const name = `${how}, node ${index + 1}`;
    cases.push(
      await runCase(`${name}: process.json has its pid, URL and staking address`, () =>
        hasContext(member),
      ),
      await runCase(`${name}: GET /ext/health is 200`, () => becomesHealthy(member)),
      await runCase(`${name}: health.health is healthy and has checks.P`, () => hasCheckP(member)),
      await runCase(`${name}: info.getNodeID is ${member.key.nodeID}`, () => isItself(member)),
      await runCase(`${name}: info.peers and info.uptime answer`, () => answersOfOthers(member)),
    );
  }
  return cases;
}

/** As launchers stop a network: SIGTERM to all, then they wait. */
export async function stopMembers(how: string, members: readonly Member[]): Promise<Case[]> {
  const codes = await Promise.all(members.map(({ node }) => node.stop()));
  return Promise.all(
    members.map(({ node }, index) =>
      runCase(
        `${how}, node ${index + 1}: SIGTERM ends it with 0 and without process.json`,
        async () => {
          assert.equal(codes[index], 0);
          assert.equal(await node.readContext(), undefined);
        },
      ),
    ),
  );
}

async function hasContext({ node }: Member): Promise<void> {
  const { pid, uri, stakingAddress } = await node.context();
  assert.equal(pid, node.pid);
  assert.match(uri, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
  // Of a node that was given no --staking-host.
  assert.match(stakingAddress, /^\[::\]:[1-9]\d*$/);
}

async function becomesHealthy({ node }: Member): Promise<void> {
  const { uri } = await node.context();
  const deadline = Date.now() + healthTimeoutMs;
  let status = 0;
  while (status !== 200 && Date.now() < deadline) {
    status = (await fetch(`${uri}/ext/health`)).status;
    if (status !== 200) await sleep(100);
  }
  assert.equal(status, 200);
}

async function hasCheckP({ node }: Member): Promise<void> {
  const { uri } = await node.context();
  const { checks, healthy } = await ask<Health>(uri, "/ext/health", "health.health");
  assert.equal(healthy, true);
  assert.equal(typeof checks["P"]?.message, "object");
  assert.equal(checks["P"]?.error, undefined);
}

async function isItself({ node, key }: Member): Promise<void> {
  const { uri } = await node.context();
  const { nodeID, nodePOP } = await ask<Identity>(uri, "/ext/info", "info.getNodeID");
  assert.equal(nodeID, key.nodeID);
  const params = { nodeIDs: [nodeID] };
  const answer = await ask<Validators>(uri, "/ext/P", "platform.getCurrentValidators", params);
  assert.equal(answer.validators[0]?.signer["publicKey"], nodePOP["publicKey"]);
}

async function answersOfOthers({ node }: Member): Promise<void> {
  const { uri } = await node.context();
  const { numPeers, peers } = await ask<Peers>(uri, "/ext/info", "info.peers");
  assert.equal(numPeers, String(peers.length));
  const uptime = await ask<Json>(uri, "/ext/info", "info.uptime");
  assert.match(String(uptime["weightedAveragePercentage"]), /^\d+\.\d{4}$/);
}

/** Ends whatever still runs, whatever happened. */
export async function discard(members: readonly Member[]): Promise<void> {
  await Promise.all(members.map(({ node }) => node.stop("SIGKILL")));
}

export async function contexts(members: readonly Member[]): Promise<ProcessContext[]> {
  return Promise.all(members.map(({ node }) => node.context()));
}

type Health = {
  readonly healthy: boolean;
  readonly checks: Readonly<
    Record<string, { readonly message?: unknown; readonly error?: string }>
  >;
};
type Identity = { readonly nodeID: string; readonly nodePOP: Json };
type Validators = { readonly validators: readonly { readonly signer: Json }[] };
type Peers = { readonly numPeers: string; readonly peers: readonly unknown[] };
