package couloir.client;

import java.time.Duration;

/** What one call asks for over what the client was made with; null for what it does not. */
record CallOptions(Duration timeout, Integer retries) {
  static final CallOptions NONE = new CallOptions(null, null);

  CallOptions withTimeout(Duration value) {
    return new CallOptions(value, retries);
  }

  CallOptions withRetries(int value) {
    return new CallOptions(timeout, value);
  }
}
