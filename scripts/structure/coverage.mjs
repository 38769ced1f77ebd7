// Loaded into a server by requests.ts: a GET on COULOIR_COVERAGE_PORT returns the functions that ran since the last one, by file.
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const server = createServer(async (_request, response) => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result
    .map(({ url, functions }) => [url, functions.filter(hasRun).length])
    .filter(([, count]) => count > 0);
  response.end(JSON.stringify(Object.fromEntries(ran)));
});
server.listen(Number(process.env["COULOIR_COVERAGE_PORT"]), "127.0.0.1");
server.unref();

/** The function without a name at the start is the module itself, which runs when it is loaded. */
function hasRun({ functionName, ranges: [{ count, startOffset }] }) {
  return count > 0 && (functionName !== "" || startOffset > 0);
}
