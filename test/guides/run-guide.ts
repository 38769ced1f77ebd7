import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Guide } from "./guide.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const timeoutMs = 120_000;

/** Ports that guides name; each run has others in their place. */
const ports = ["9650", "9651"] as const;

/** What each command of a guide printed, in order. */
export async function runGuide({ files, commands }: Guide): Promise<readonly string[]> {
  const place = await mkdtemp(join(tmpdir(), "couloir-guide-"));
  try {
    const free = await Promise.all(ports.map(freePort));
    const toFree = (text: string) =>
      ports.reduce((changed, port, at) => changed.replaceAll(port, free[at]!), text);
    const toShown = (text: string) =>
      free.reduce((changed, port, at) => changed.replaceAll(port, ports[at]!), text);
    await furnish(place);
    for (const { name, text } of files) await writeFile(join(place, "work", name), toFree(text));
    const script = commands.map(({ text }, at) => step(toFree(text), at)).join("\n");
    const output = await runBash(`${prelude}\n${script}\n`, place, free[0]!);
    const parts = toShown(output).split(/\n<<<\d+>>>\n/);
    return parts.slice(1);
  } finally {
    await rm(place, { recursive: true });
  }
}

/** A home, a folder to work in, the executable on the path, and the tools that a reader has. */
async function furnish(place: string): Promise<void> {
  for (const folder of ["home", "work", "bin"]) await mkdir(join(place, folder));
  const executable = `#!/bin/sh\nexec ${process.execPath} ${join(root, "bin/couloir")} "$@"\n`;
  await writeFile(join(place, "bin/couloir"), executable, { mode: 0o755 });
  await symlink(join(root, "node_modules"), join(place, "work/node_modules"));
}

/** Whatever is left running ends with the shell. */
const prelude = `exec 2>&1
trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
serving() {
  for _ in $(seq 600); do
    curl -s -o /dev/null "http://127.0.0.1:$1/ext/health/liveness" && return
    sleep 0.05
  done
  echo 'the node does not answer'
}`;

/** A node in the background prints its log elsewhere, and the next command waits until it answers. */
function step(text: string, at: number): string {
  const marked = `printf '\\n<<<${at}>>>\\n'\n`;
  if (!text.endsWith(" &")) return marked + text;
  const port = /--http-port[ =](\d+)/.exec(text)?.[1] ?? "$AVAGO_HTTP_PORT";
  return `${marked}${text.slice(0, -1)} > /dev/null 2>&1 &\nserving ${port}`;
}

async function runBash(script: string, place: string, port: string): Promise<string> {
  const env = {
    PATH: `${join(place, "bin")}:${process.env["PATH"]}`,
    HOME: join(place, "home"),
    AVAGO_HTTP_PORT: port,
    COULOIR: root,
  };
  const child = spawn("bash", ["-c", script], {
    cwd: join(place, "work"),
    env,
    timeout: timeoutMs,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, "close");
  return output;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return String(port);
}
