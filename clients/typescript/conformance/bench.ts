import { createClient } from "../src/index.ts";

const [url = "", rounds = "", calls = ""] = process.argv.slice(2);
const client = createClient(url);
const throughClient = async () => (await client.platform.getHeight()).height;

/** The minimal hand-written call that handles errors. */
async function byHand(): Promise<bigint> {
  const response = await fetch(`${url}/ext/bc/P`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "platform.getHeight" }),
    signal: AbortSignal.timeout(30_000),
  });
  const { result, error } = (await response.json()) as {
    result: { height: string };
    error?: { message: string };
  };
  if (error !== undefined) throw new Error(error.message);
  return BigInt(result.height);
}

/** Microseconds of CPU a call. */
async function measure(call: () => Promise<bigint>, count: number): Promise<number> {
  const began = process.cpuUsage();
  for (let i = 0; i < count; i++) await call();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}

await measure(byHand, Number(calls));
await measure(throughClient, Number(calls));
for (let round = 0; round < Number(rounds); round++) {
  const first = round % 2 === 0 ? byHand : throughClient;
  const one = await measure(first, Number(calls));
  const two = await measure(first === byHand ? throughClient : byHand, Number(calls));
  const [byHandMicros, clientMicros] = first === byHand ? [one, two] : [two, one];
  process.stdout.write(`${JSON.stringify({ byHandMicros, clientMicros })}\n`);
}
