package couloir.client;

import java.time.Duration;

/** The options of one call that override those of its client; null if not set. */
record CallOptions(Duration timeout, Integer retries) {
  static final CallOptions NONE = new CallOptions(null, null);

  CallOptions withTimeout(Duration value) {
    return new CallOptions(value, retries);
  }

  CallOptions withRetries(int value) {
    return new CallOptions(timeout, value);
  }
}
