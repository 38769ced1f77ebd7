import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  // A reader that has seen enough, as `head`, ends the command, but not a node, which listens to this event itself.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (process.stdout.listenerCount("error") > 1) return;
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  // There is no other place to report it.
  process.stderr.on("error", () => {});
  const { run } = await import("./cli/run.ts");
  const { standardOutput } = await import("./cli/standard-output.ts");
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    out: standardOutput(),
    err: (text) => process.stderr.write(text),
    columns: process.stdout.columns,
  });
} else {
  await import("./crypto/proof-worker.ts");
}
