import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  // A reader that has seen enough, as `head`, ends the command.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  if (process.argv[2] === "reader-process") {
    const { runReaderProcess } = await import("./node/cluster/reader-process.ts");
    runReaderProcess();
  } else {
    const { run } = await import("./cli/run.ts");
    process.exitCode = await run(process.argv.slice(2), {
      environment: process.env,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      columns: process.stdout.columns,
    });
  }
} else {
  await import("./crypto/proof-worker.ts");
}
