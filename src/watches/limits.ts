/** What watches may cost. */
export const watchLimits = {
  watches: 100_000,
  /** Of all watches together. */
  addresses: 500_000,
  /** Different URLs of all watches together. */
  targets: 10_000,
  /** Of all waiting events that no block contains, as JSON. A watch may always keep two. */
  outboxBytes: 64 * 1024 * 1024,
  /** Concurrent requests to targets that answer soon, to the others, and of each kind to one origin. */
  prompt: 64,
  slow: 32,
  perOrigin: 16,
  /** A target that has not answered by then has not received the event. */
  answerMs: 15_000,
  /** How long progress waits to be written, so that many deliveries share a commit. */
  flushMs: 200,
} as const;
