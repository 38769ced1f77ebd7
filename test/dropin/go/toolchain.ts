import type { Context, Need } from "../suite.ts";

/** What the Go suites compile with; AvalancheGo's BLS library is C. */
export const goToolchain: Need = {
  what: "Go 1.24 or newer with a C compiler",
  remedy: "install Go (https://go.dev/dl) and a C compiler, with go and cc on PATH",
  async isThere(context) {
    const [, major, minor] = /go(\d+)\.(\d+)/.exec(await say(context, "go", "version")) ?? [];
    if (Number(major) !== 1 || Number(minor) < 24) return false;
    const compiler = (await say(context, "go", "env", "CC")).trim();
    return compiler !== "" && (await say(context, compiler, "--version")) !== "";
  },
};

/** What a program prints; nothing if it is missing or fails. */
async function say(context: Context, ...command: readonly [string, ...string[]]): Promise<string> {
  const { code, out } = await context.run(command, { log: "toolchain", cwd: context.cache });
  return code === 0 ? out : "";
}
