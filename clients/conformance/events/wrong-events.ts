import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventUnion } from "../../../codegen/clients/events.ts";
import type { ClientModel, Type } from "../../../codegen/clients/model.ts";
import { oneLine } from "../program.ts";
import { roundCount, sampleValue } from "../sample-values.ts";
import { rawNumbers } from "../wrong-kinds.ts";
import { WrongValues } from "../wrong-values.ts";
import type { Said } from "./listening-program.ts";

export type WrongStreams = {
  readonly url: string;
  /** The streams, by the cursor in the query. */
  readonly data: readonly string[];
  close(): Promise<void>;
};

/** What a client makes of each stream. */
export const invalidEvent: Said = {
  events: [],
  end: { failure: { class: "transport", reason: "response" } },
};

/** Data that is not an event. */
const texts = [
  "x",
  "{",
  '"text"',
  "{}",
  '{"type":null}',
  '{"type":["block"]}',
  '{"type":"block"} {}',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `{"type":"of a newer node","cursor":"c","inner":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
];

/** Streams of one event with one part that is not as the document says. */
export async function serveWrong(model: ClientModel): Promise<WrongStreams> {
  const type: Type = { kind: "named", name: eventUnion };
  const made = new WrongValues(model);
  const rounds = Array.from({ length: roundCount(type, model.types) }, (_, round) => round);
  const wrong = rounds.flatMap((round) =>
    made.of(type, sampleValue(type, round, model), eventUnion).map(({ value }) => value),
  );
  const data = [...texts, ...wrong.map((value) => rawNumbers(oneLine(value).trim()))];
  const server = createServer(({ url = "" }, response) => {
    const index = Number(new URL(url, "http://node").searchParams.get("after"));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`id: ${index}\ndata: ${data[index]}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    data,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
