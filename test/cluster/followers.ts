import { localID } from "../../src/networks/ids.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { payerAddress } from "../support/transfers.ts";
import { Balancer } from "./balancer.ts";
import { Checker } from "./checker.ts";
import { Issuer } from "./issuer.ts";
import { type CheckReport, until } from "./report.ts";

/**
 * Checks what clients see of three followers of one node behind a load balancer. They read their own writes, also while a
 * follower is killed and starts again.
 */
export async function checkFollowers(options: {
  readonly clients: number;
  readonly kills: number;
}): Promise<CheckReport> {
  const nodes: NodeProcess[] = [];
  const startNode = async (...flags: readonly string[]) => {
    const node = await NodeProcess.start("--staking-port=0", ...flags);
    nodes.push(node);
    return node;
  };
  const balancer = await Balancer.start();
  try {
    const main = await startNode();
    const follow = [`--upstream=${main.url}`, "--health-check-frequency=200ms"];
    const followers = await Promise.all([1, 2, 3].map(() => startNode(...follow)));
    for (const { url } of followers) balancer.add(url);
    await until(() => balancer.readyCount === 3);
    const checker = new Checker({ url: () => balancer.url, clients: options.clients, sees: "own" });
    checker.balanceOf = { addresses: [payerAddress] };
    const issuer = new Issuer(checker, { url: () => main.url, networkID: localID, pauseMs: 50 });
    const committedMore = async () => {
      const before = checker.committedCount;
      await until(() => checker.committedCount > before + 3);
    };
    await committedMore();
    for (let kill = 0; kill < options.kills; kill++) {
      const lost = followers[kill % followers.length]!;
      const { url } = lost;
      await lost.stop("SIGKILL");
      await until(() => balancer.readyCount === 2);
      balancer.remove(url);
      await committedMore();
      await lost.start();
      balancer.add(lost.url);
      await until(() => balancer.readyCount === 3);
      await committedMore();
    }
    await issuer.stop();
    await checker.stop();
    return checker.report();
  } finally {
    balancer.stop();
    for (const node of nodes.reverse()) await node.discard();
  }
}
