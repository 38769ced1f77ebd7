import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";

export type Command = readonly [program: string, ...args: string[]];

export type RunOptions = {
  readonly log: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the command; 10 minutes without it. */
  readonly timeoutMs?: number;
};

/** What a command left behind; the code is undefined where it could not be started or was ended by a signal. */
export type Ended = {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
};

const timeoutMs = 600_000;

/** Runs a command to its end and keeps what it prints. */
export async function runLogged(
  [program, ...args]: Command,
  options: RunOptions,
  logFile: string,
): Promise<Ended> {
  const log = createWriteStream(logFile, { flags: "a" });
  log.write(`$ ${[program, ...args].join(" ")}\n`);
  const ended = await new Promise<Ended>((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // The `timeout` of spawn would hold this process up where the program cannot be started.
    const timer = setTimeout(() => child.kill(), options.timeoutMs ?? timeoutMs);
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      log.write(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
      log.write(chunk);
    });
    const end = (ended: Ended) => {
      clearTimeout(timer);
      resolve(ended);
    };
    child.on("error", ({ message }) => end({ code: undefined, out, err: message }));
    child.on("close", (code) => end({ code: code ?? undefined, out, err }));
  });
  log.end(`exit code ${ended.code}\n`);
  await once(log, "finish");
  return ended;
}
