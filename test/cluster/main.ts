/*
 * Checks what clients see while processes are killed: `npm run test:cluster -- [writer kills] [reader kills] [follower kills]`.
 * First one node with three processes, then three followers behind a load balancer, and behind HAProxy where that is installed.
 * Prints the number of checked calls, and fails if a client saw a contradiction.
 */
import { checkFollowers } from "./followers.ts";
import { checkHaproxy, isHaproxyInstalled } from "./haproxy.ts";
import { checkKilled } from "./killed.ts";
import type { CheckReport } from "./report.ts";

const [writerKills = 5, readerKills = 60, followerKills = 3] = process.argv.slice(2).map(Number);
const clients = 50;

function print(name: string, report: CheckReport): void {
  const { calls, committed, height, failures, unanswered } = report;
  console.log(`${name}: ${calls} calls checked, ${committed} transactions, height ${height}`);
  for (const [reason, count] of unanswered)
    console.log(`  no response ${count} x ${reason.trimEnd()}`);
  for (const failure of failures) console.log(`  FAILED: ${failure}`);
  console.log(failures.length === 0 ? "  no contradiction" : `  ${failures.length} contradictions`);
  if (failures.length > 0) process.exitCode = 1;
}

const killing = { processes: 3, clients, readerKills, writerKills, pauseMs: 700 };
print("killed processes", await checkKilled(killing));
print("killed followers", await checkFollowers({ clients, kills: followerKills, joins: true }));
if (isHaproxyInstalled()) print("behind HAProxy", await checkHaproxy(clients));
else console.log("behind HAProxy: not checked, because it is not installed");
