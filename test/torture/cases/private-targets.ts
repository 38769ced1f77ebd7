import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { NodeProcess } from "../node-process.ts";
import type { Stage } from "../stage.ts";
import { holds, type TortureCase, waitRows } from "../torture-case.ts";

const perName = 50;
const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const resolver = fileURLToPath(new URL("../private-names.cjs", import.meta.url));
const names: readonly string[] = createRequire(import.meta.url)(resolver);

export const torture: TortureCase = {
  attack: `${perName} watches each with targets whose names resolve to ${names.length} forms of a private address`,
  run: async (stage) => {
    const listener = await listen(stage);
    const node = await stage.startNodeWith([`--require=${resolver}`]);
    for (const name of names) {
      for (let i = 0; i < perName; i++) await watch(node, `https://${name}:${listener.port}/`);
    }
    const bystander = await stage.startBystander(node);
    const { error } = await node.call("/ext/dev", "dev.fund", { address, amount: 1 });
    if (error !== undefined) throw new Error(error.message);
    const answers = await firstAnswers(node);
    await sleep(5_000);
    const waits = await bystander.stop();
    return [
      holds(
        "each watch says that its target is private",
        answers.every((answer) => answer.startsWith("the address is private")),
      ),
      { what: "connections to this machine", measured: listener.dialled(), bound: 0, unit: "" },
      ...waitRows("private targets", waits),
    ];
  },
};

/** Listens on every address of this machine, and counts who dials. */
async function listen(stage: Stage): Promise<{ port: number; dialled: () => number }> {
  let dialled = 0;
  const server = createServer((socket) => {
    dialled += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  stage.onEnd(() => {
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, dialled: () => dialled };
}

async function watch(node: NodeProcess, url: string): Promise<void> {
  const rule = { kind: "addressActivity", addresses: [address] };
  const { error } = await node.call("/ext/watch", "watch.create", { rule, target: { url } });
  if (error !== undefined) throw new Error(`${url}: ${error.message}`);
}

/** What every watch says of its first attempt. */
async function firstAnswers(node: NodeProcess): Promise<readonly string[]> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const { result } = await node.call("/ext/watch", "watch.list", { limit: 1_000 });
    const { watches } = result as { readonly watches: readonly { readonly lastAnswer?: string }[] };
    const answers = watches.flatMap(({ lastAnswer }) => lastAnswer ?? []);
    if (answers.length === names.length * perName) return answers;
  }
  throw new Error("some watches have not tried to deliver within a minute");
}
