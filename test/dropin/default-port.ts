import { once } from "node:events";
import { createServer } from "node:net";

/** A node's port where nothing else is said; some programs know no other. */
export const defaultPort = 9650;

/** Whether a server may listen there now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
