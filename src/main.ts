import { setFlagsFromString } from "node:v8";
import { isMainThread } from "node:worker_threads";
import { endAtSignals } from "./cli/signals.ts";

/** How long the process may outlive its command. */
const lingerMs = 1_000;

if (isMainThread) {
  // A reader that has seen enough, as `head`, ends the command, but not a node, which listens to this event itself.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (process.stdout.listenerCount("error") > 1) return;
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  // There is no other place to report it.
  process.stderr.on("error", () => {});
  if (process.argv[2] === "reader-process") {
    // What the optimizing compiler has used stays in memory: 3.5 MiB. The reader switches it on when it is busy.
    setFlagsFromString("--no-opt");
    const { runReaderProcess } = await import("./node/cluster/reader-process.ts");
    runReaderProcess();
  } else {
    const [, , command = "serve"] = process.argv;
    if (command === "serve" || command.startsWith("-")) endAtSignals();
    const { run } = await import("./cli/run.ts");
    const { standardOutput, UnwrittenOutput } = await import("./cli/standard-output.ts");
    process.exitCode = await run(process.argv.slice(2), {
      environment: process.env,
      out: standardOutput(),
      err: (text) => process.stderr.write(text),
      columns: process.stdout.columns,
    }).catch((error) => {
      if (!(error instanceof UnwrittenOutput)) throw error;
      process.stderr.write(`couldn't write the output: ${error.message}\n`);
      return 1;
    });
    // Work that cannot be cancelled, such as deriving a key, must not hold up the end.
    setTimeout(() => process.exit(), lingerMs).unref();
  }
} else {
  await import("./crypto/proof-worker.ts");
}
