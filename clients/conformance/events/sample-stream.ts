import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventUnion } from "../../../codegen/clients/events.ts";
import type { ClientModel, Type } from "../../../codegen/clients/model.ts";
import type { JsonObject } from "../../../codegen/load/json.ts";
import { oneLine } from "../program.ts";
import { roundCount, sampleValue } from "../sample-values.ts";
import type { Said } from "./listening-program.ts";

export type SampleStream = {
  readonly url: string;
  /** The events of the stream that a client returns. */
  readonly expected: Said;
  close(): Promise<void>;
};

/**
 * A stream of events generated from their types: every form, absent members, 64-bit extremes as
 * numbers and as text, and an event that the document does not define.
 */
export async function serveSamples(model: ClientModel): Promise<SampleStream> {
  const type: Type = { kind: "named", name: eventUnion };
  const rounds = 5 * roundCount(type, model.types);
  const made = Array.from({ length: rounds }, (_, round) => sampleValue(type, round, model));
  const unknown = { type: "of a newer node", cursor: "c", inner: { list: [2n ** 60n, null] } };
  const events = [...(made as JsonObject[]), unknown];
  const stream = events.map((event, index) => `id: ${index}\ndata: ${oneLine(event)}\n`).join("");
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`: a comment\n\n${stream}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const first = events.findIndex(({ type: word }) => word === "ready");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    expected: {
      events: events.filter(({ type: word }, index) => word !== "ready" || index === first),
      end: { cursor: String(events.length - 1) },
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
