import type { Rounds } from "../events/rounds.ts";
import type { Sink } from "../events/subscriber.ts";
import type { WatchEvent } from "../generated/events.ts";
import type { BlockReadings } from "./block-reading.ts";
import type { LiveWatch } from "./live-watch.ts";
import type { WatchPosition } from "./watch.ts";
import { WatchStream } from "./watch-stream.ts";

/** Why a stream ends, to its client. */
const removedText = "the watch was removed";

/** The clients that read events of watches as streams. They take turns with each other and with the deliveries. */
export class WatchStreams {
  readonly #readings: BlockReadings;
  readonly #rounds: Rounds;
  readonly #streams = new Set<WatchStream>();

  constructor(readings: BlockReadings, rounds: Rounds) {
    this.#readings = readings;
    this.#rounds = rounds;
  }

  open(live: LiveWatch, sink: Sink, position: WatchPosition): WatchStream {
    const stream = new WatchStream(this.#readings, live, sink, position);
    this.#streams.add(stream);
    this.#rounds.add(stream);
    return stream;
  }

  /** Call when the client of a stream can receive more. */
  resume(stream: WatchStream): void {
    stream.resume();
    this.#rounds.add(stream);
  }

  close(stream: WatchStream): void {
    this.#streams.delete(stream);
    this.#rounds.delete(stream);
  }

  /** Call after something happened: every stream has a turn. */
  advance(): void {
    this.#rounds.addAll(this.#streams);
  }

  /** Call after blocks were undone, or replaced by those of another chain. */
  undone(): void {
    for (const stream of this.#streams) stream.undone();
  }

  /** Sends an event that no block contains. */
  offer(watchID: string, event: WatchEvent): void {
    for (const stream of this.#of(watchID)) stream.offer(event);
  }

  /** Call when a watch has another rule. */
  ruleChanged(watchID: string): void {
    for (const stream of this.#of(watchID)) stream.ruleChanged();
  }

  /** Call when a watch is removed. */
  end(watchID: string): void {
    for (const stream of this.#of(watchID)) {
      this.close(stream);
      stream.end(removedText);
    }
  }

  #of(watchID: string): readonly WatchStream[] {
    return [...this.#streams].filter((stream) => stream.watchID === watchID);
  }
}
