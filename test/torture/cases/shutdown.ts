import { setTimeout as sleep } from "node:timers/promises";
import { call, openConnections, post } from "../raw-client.ts";
import type { Stage } from "../stage.ts";
import type { Measure, TortureCase } from "../torture-case.ts";

const timeoutMs = 3_000;
const streams = 2_000;

export const torture: TortureCase = {
  attack: "SIGTERM during a batch of 1,000 createUser, and with 2,000 open streams",
  run: async (stage) => [
    ...(await stopDuring(stage, "a batch of createUser", [users()])),
    ...(await stopDuring(
      stage,
      `${streams} open streams`,
      Array<string>(streams).fill(
        "GET /ext/events?fromHeight=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
      ),
    )),
  ],
};

function users(): string {
  const calls = Array.from({ length: 1_000 }, (_, id) =>
    call("keystore.createUser", { username: `user${id}`, password: "quite a Long passw0rd" }, id),
  );
  return post("/ext/keystore", `[${calls}]`);
}

async function stopDuring(
  stage: Stage,
  what: string,
  requests: readonly string[],
): Promise<Measure[]> {
  const node = await stage.startNode(`--http-shutdown-timeout=${timeoutMs}ms`);
  const sockets = await openConnections(node, requests.length);
  stage.onEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const [i, socket] of sockets.entries()) socket.write(requests[i]!);
  await sleep(1_000);
  const { code, tookMs } = await node.stop();
  return [
    { what: `exit code, during ${what}`, measured: code ?? Number.NaN, bound: 0, unit: "" },
    { what: `time to end, during ${what}`, measured: tookMs, bound: timeoutMs, unit: "ms" },
  ];
}
