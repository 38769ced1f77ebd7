import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { txOfManyProofs } from "../many-proofs.ts";
import type { NodeProcess } from "../node-process.ts";
import type { Stage } from "../stage.ts";
import { type Measure, type TortureCase, waitRows } from "../torture-case.ts";

const stakers = 1_000;

type Ask = (method: string, params?: object) => Promise<unknown>;

/** Single calls that do much, one after the other on one chain. */
const steps: Readonly<Record<string, (ask: Ask) => Promise<unknown>>> = {
  "dev.snapshot": (ask) => ask("dev.snapshot"),
  "dev.increaseTime by a year": (ask) => ask("dev.increaseTime", { seconds: 400 * 86_400 }),
  "dev.dumpState": (ask) => ask("dev.dumpState"),
  "20 dev.dumpState at once": (ask) =>
    Promise.all(Array.from({ length: 20 }, () => ask("dev.dumpState"))),
  "dev.nodeInfo with the digest": (ask) => ask("dev.nodeInfo", { digest: true }),
  "dev.spareValidators of 100": (ask) => ask("dev.spareValidators", { count: 100 }),
  "dev.reset": (ask) => ask("dev.reset"),
  "dev.loadState of 1 GB in 1 MB": (ask) => ask("dev.loadState", { state: zeros(1_024) }),
  "platform.issueTx with 110 proofs of possession": (ask) =>
    ask("platform.issueTx", { tx: txOfManyProofs(110) }),
};

export const torture: TortureCase = {
  attack: "single calls of the dev API on a chain of 1,000 stakers, and a transaction of proofs",
  run: async (stage) => {
    const node = await stage.startNode(`--stakers=${stakers}`);
    const bystander = await stage.startBystander(node, true);
    const ask = askOf(node);
    const measures: Measure[] = [];
    for (const [name, step] of Object.entries(steps)) {
      await bystander.waits();
      await step(ask);
      const waits = await bystander.waits();
      measures.push(...waitRows(name, waits));
    }
    measures.push({ what: "most memory", measured: node.peakMiB(), bound: 400, unit: "MiB" });
    return [...measures, ...(await dumpOfLongChain(stage))];
  },
};

/** Its text is several megabytes, and must still be checked and sent. */
async function dumpOfLongChain(stage: Stage): Promise<Measure[]> {
  const node = await stage.startNode("--stakers=5000");
  const ask = askOf(node);
  await ask("dev.increaseTime", { seconds: 400 * 86_400 });
  const { result } = (await ask("dev.dumpState")) as { result?: { byteCount: number } };
  const bytes = result?.byteCount ?? 0;
  return [
    { what: "bytes of dev.dumpState of 10,000 blocks", measured: bytes, atLeast: 1e6, unit: "" },
  ];
}

function askOf(node: NodeProcess): Ask {
  return (method, params = {}) =>
    node.call(method.startsWith("dev.") ? "/ext/dev" : "/ext/bc/P", method, params);
}

/** A state whose image is a number of MiB of zeros. */
function zeros(mebibytes: number): string {
  const body = gzipSync(Buffer.alloc(mebibytes * 1_024 * 1_024));
  const header = {
    format: 1,
    program: "couloir/0.1.0",
    networkID: 12345,
    byteCount: body.length,
    sha256: createHash("sha256").update(body).digest("hex"),
  };
  const file = Buffer.concat([Buffer.from(`COULOIR-STATE\n${JSON.stringify(header)}\n`), body]);
  return `0x${file.toString("hex")}`;
}
