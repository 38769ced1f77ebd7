import { existsSync } from "node:fs";
import { join } from "node:path";
import { printedCases } from "../printed-cases.ts";
import { profiles } from "../profiles.ts";
import type { Case, Context, Suite } from "../suite.ts";

/** avalanchepy of Twinstake, which delegates with Python: each of its clients, and its transaction. */
export const avalanchepy: Suite = {
  about: "every client of avalanchepy 0.1.0 and the delegation that it builds, in each profile",
  needs: [
    {
      what: "Python 3.11 or newer with venv, and avalanchepy 0.1.0",
      remedy:
        "install python3 and its venv; the packages come from PyPI at the first run; install.log has pip's output",
      isThere: installed,
    },
  ],
  async run(context) {
    const cases: Case[] = [];
    for (const profile of profiles) {
      const node = await context.startCouloir(`--api-profile=${profile}`, "--network-id=local");
      const ended = await context.run(
        [python(context), join(import.meta.dirname, "calls.py"), node.url],
        { log: profile, cwd: context.cache, timeoutMs: 60_000 },
      );
      cases.push(
        ...printedCases(ended).map((each) => ({ ...each, name: `${profile}: ${each.name}` })),
      );
    }
    return cases;
  },
};

const environment = ({ cache }: Context) => join(cache, "venv");
const python = (context: Context) => join(environment(context), "bin/python");

async function installed(context: Context): Promise<boolean> {
  const options = { log: "install", cwd: context.cache };
  if (!existsSync(python(context))) {
    await context.run(["python3", "-m", "venv", environment(context)], options);
  }
  const requirements = join(import.meta.dirname, "requirements.txt");
  const { code } = await context.run(
    [python(context), "-m", "pip", "install", "--quiet", "-r", requirements],
    options,
  );
  return code === 0;
}
