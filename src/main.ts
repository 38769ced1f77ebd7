import { isMainThread } from "node:worker_threads";

/** How long the process may outlive its command. */
const lingerMs = 1_000;

if (isMainThread) {
  // A reader that has seen enough, as `head`, ends the command.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  const { run } = await import("./cli/run.ts");
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    columns: process.stdout.columns,
  });
  // Work that cannot be cancelled, such as deriving a key, must not hold up the end.
  setTimeout(() => process.exit(), lingerMs).unref();
} else {
  await import("./crypto/proof-worker.ts");
}
