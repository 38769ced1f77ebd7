import { readFileSync } from "node:fs";
import { connect } from "node:net";

/** A call as bytes on the wire, keep-alive. */
export function request(path: string, method: string, params: unknown): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

export type Load = {
  readonly requestsPerSecond: number;
  /** CPU time of the server's process, all threads, for each request. */
  readonly cpuMicros: number;
  readonly p50Ms: number;
  readonly bytes: number;
};

/** Sends a request, or one after the other as they are made, over a few connections for a while. */
export async function measureLoad(
  target: { readonly port: number; readonly pid: number },
  text: string | (() => string),
  options: {
    readonly durationMs: number;
    readonly connections: number;
    /** Ends sooner after this number of requests. */
    readonly requestsMax?: number;
  },
): Promise<Load> {
  const next = typeof text === "string" ? () => text : text;
  await exchange(target.port, next, () => false);
  const latencies: number[] = [];
  const { requestsMax = Number.POSITIVE_INFINITY } = options;
  const cpuBefore = cpuMicrosOf(target.pid);
  const began = performance.now();
  const end = began + options.durationMs;
  const bytes = await Promise.all(
    Array.from({ length: options.connections }, () =>
      exchange(target.port, next, (latencyMs) => {
        latencies.push(latencyMs);
        return performance.now() < end && latencies.length < requestsMax;
      }),
    ),
  );
  const elapsedSeconds = (performance.now() - began) / 1000;
  const cpu = cpuMicrosOf(target.pid) - cpuBefore;
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: latencies.length / elapsedSeconds,
    cpuMicros: cpu / latencies.length,
    p50Ms: latencies[latencies.length >> 1] ?? 0,
    bytes: bytes[0]!,
  };
}

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
  return Number(kilobytes) / 1024;
}

const microsPerTick = 10_000;

/** CPU time that a process and those that it started have used so far, all threads. */
export function cpuMicrosOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const others = children === "" ? [] : children.split(" ").map(Number);
  return [pid, ...others].reduce((sum, each) => sum + ownCpuMicrosOf(each), 0);
}

function ownCpuMicrosOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * microsPerTick;
}

/** One connection: asks while `more` says so; resolves to the length of the last answer's body. */
function exchange(
  port: number,
  next: () => string,
  more: (latencyMs: number) => boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let sentAt = 0;
    let head = "";
    let expected = -1;
    let received = 0;
    const ask = () => {
      head = "";
      expected = -1;
      received = 0;
      sentAt = performance.now();
      socket.write(next());
    };
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      if (expected < 0) {
        head += chunk.toString("latin1");
        const split = head.indexOf("\r\n\r\n");
        if (split < 0) return;
        const headText = head.slice(0, split);
        const length = /content-length: (\d+)/i.exec(headText);
        // A chunked answer of Go is as long as it is: its end is the empty chunk.
        expected = length === null ? Number.POSITIVE_INFINITY : Number(length[1]);
        received = head.length - split - 4;
      } else received += chunk.length;
      const isDone =
        received >= expected ||
        (expected === Number.POSITIVE_INFINITY && chunk.subarray(-5).toString() === "0\r\n\r\n");
      if (!isDone) return;
      if (more(performance.now() - sentAt)) ask();
      else {
        socket.destroy();
        resolve(received);
      }
    });
  });
}
