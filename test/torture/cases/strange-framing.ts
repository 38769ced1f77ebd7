import { randomBytes } from "node:crypto";
import { call, postHead } from "../raw-client.ts";
import type { TortureCase } from "../torture-case.ts";
import { type Attacks, ask, waitsBeside } from "../waits-beside.ts";

const host = "Host: 127.0.0.1\r\n";
const chunkedHead = `POST /ext/bc/P HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
const upgradeHead = `GET /ext/events HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`;

export const attacks: Attacks = {
  "bodies in chunks of one byte": () => `${chunkedHead}${"1\r\n \r\n".repeat(300_000)}0\r\n\r\n`,
  "chunks with extensions": () =>
    `${chunkedHead}${`1;${"a".repeat(8_000)}\r\n \r\n`.repeat(500)}0\r\n\r\n`,
  "chunked trailers": () =>
    `${chunkedHead}1\r\n \r\n0\r\n${Array.from({ length: 5_000 }, (_, i) => `x${i}: y\r\n`).join("")}\r\n`,
  "1,900 headers": () =>
    `POST /ext/bc/P HTTP/1.1\r\n${host}${Array.from({ length: 1_900 }, (_, i) => `a${i}: b\r\n`).join("")}Content-Length: 0\r\n\r\n`.repeat(
      200,
    ),
  "16 KiB of cookies, pipelined": () =>
    postHead("/ext/bc/P", 2, `Cookie: ${"a=b; ".repeat(3_000)}`)
      .concat("{}")
      .repeat(500),
  "10,000 pipelined GET of nothing": () => `GET /x HTTP/1.1\r\n${host}\r\n`.repeat(10_000),
  "10,000 pipelined getHeight": () => ask("platform.getHeight").repeat(10_000),
  "10,000 pipelined empty bodies": () => postHead("/ext/bc/P", 0).repeat(10_000),
  "10,000 pipelined paths that move": () =>
    `GET //ext//bc/../P HTTP/1.1\r\n${host}\r\n`.repeat(10_000),
  "a path of 15 KiB of dots, pipelined": () =>
    `GET ${"/..".repeat(5_000)} HTTP/1.1\r\n${host}\r\n`.repeat(500),
  "a query of 15 KiB, pipelined": () =>
    `GET /ext/health?${"tag=a&".repeat(2_500)} HTTP/1.1\r\n${host}\r\n`.repeat(300),
  "a query of events with 15 KiB": () =>
    `GET /ext/events?topics=${"block,".repeat(2_500)} HTTP/1.1\r\n${host}\r\n`.repeat(300),
  "an Accept-Encoding of 15 KiB, pipelined": () =>
    postHead(
      "/ext/bc/P",
      call("platform.getCurrentValidators").length,
      `Accept-Encoding: ${"gzip;q=0.1, ".repeat(1_200)}`,
    )
      .concat(call("platform.getCurrentValidators"))
      .repeat(300),
  "1,000 refused upgrades, pipelined": () =>
    `GET /ext/bc/P HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`.repeat(
      1_000,
    ),
  "a WebSocket that sends 200,000 pings": () =>
    Buffer.concat([Buffer.from(upgradeHead), frames(0x89, 200_000)]),
  "a WebSocket that sends fragments without end": () =>
    Buffer.concat([Buffer.from(upgradeHead), frame(0x01), frames(0x00, 200_000)]),
  "a WebSocket that sends 200,000 texts": () =>
    Buffer.concat([Buffer.from(upgradeHead), frames(0x81, 200_000)]),
  "a WebSocket that sends 8 MiB of nothing": () =>
    Buffer.concat([Buffer.from(upgradeHead), Buffer.alloc(8 * 1024 * 1024)]),
  "8 MiB of random bytes": () => randomBytes(8 * 1024 * 1024),
};

export const torture: TortureCase = {
  attack: "requests, upgrades and frames that are hard to read",
  run: async (stage) => waitsBeside(stage, await stage.startNode("--stakers=100"), attacks),
};

/** An empty masked frame. RFC 6455, section 5.2 */
function frame(start: number): Buffer {
  return Buffer.from([start, 0x80, 0, 0, 0, 0]);
}

function frames(start: number, count: number): Buffer {
  return Buffer.concat(Array<Buffer>(count).fill(frame(start)));
}
