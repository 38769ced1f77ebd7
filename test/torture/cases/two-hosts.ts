import { once } from "node:events";
import { connect } from "node:net";
import { holds, type TortureCase } from "../torture-case.ts";

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "info.getNodeID" });

export const torture: TortureCase = {
  attack: "a request with two Host headers (RFC 9112, section 3.2)",
  run: async (stage) => {
    const node = await stage.startNode();
    const socket = connect(node.port, "127.0.0.1");
    stage.onEnd(() => {
      socket.destroy();
    });
    const lines = ["POST /ext/info HTTP/1.1", "Host: 127.0.0.1", "Host: example.org"];
    const head = [...lines, "Content-Type: application/json", `Content-Length: ${body.length}`];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    return [holds("the answer is 400", answer.toString().startsWith("HTTP/1.1 400 "))];
  },
};
