/*
 * Checks a node with several processes while they are killed: `npm run test:cluster -- [writer kills] [reader kills]`. Prints
 * the number of checked calls, and fails if a client saw a contradiction.
 */
import { checkKilled } from "./killed.ts";

const [writerKills = 5, readerKills = 60] = process.argv.slice(2).map(Number);
const report = await checkKilled({
  processes: 3,
  clients: 50,
  readerKills,
  writerKills,
  pauseMs: 700,
});
const { calls, committed, height, failures, unanswered } = report;
console.log(`${calls} calls checked, ${committed} transactions committed, height ${height}`);
console.log(`calls without a response: ${[...unanswered.values()].reduce((a, b) => a + b, 0)}`);
for (const [reason, count] of unanswered) console.log(`  ${count} x ${reason.trimEnd()}`);
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(failures.length === 0 ? "no contradiction" : `${failures.length} contradictions`);
process.exitCode = failures.length === 0 ? 0 : 1;
