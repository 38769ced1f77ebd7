// Loaded into a node by scripts/structure.ts: a GET on COULOIR_COVERAGE_PORT returns the files with a function that ran since the last one.
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const server = createServer(async (_request, response) => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.filter(({ functions }) => functions.some(hasRun)).map(({ url }) => url);
  response.end(JSON.stringify(ran));
});
server.listen(Number(process.env["COULOIR_COVERAGE_PORT"]), "127.0.0.1");
server.unref();

/** The function without a name is the module itself, which runs when it is loaded. */
function hasRun({ functionName, ranges: [{ count, startOffset }] }) {
  return count > 0 && (functionName !== "" || startOffset > 0);
}
