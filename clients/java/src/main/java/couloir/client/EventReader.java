package couloir.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads Server-Sent Events from pieces of any size:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
final class EventReader {
  /**
   * An event as received.
   *
   * @param id the last ID received, with this event or before
   */
  record ServerEvent(String id, byte[] data) {}

  /** The maximum size of an event: a longer one, or an endless line, ends the connection. */
  private static final int EVENT_BYTES_MAX = 64 << 20;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private byte[] piece = new byte[0];
  private int read;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private String id = "";

  /** Whether the byte order mark at the start has been checked. */
  private boolean hasBegun;

  /** Whether a line feed that follows belongs to the line before. */
  private boolean isAfterCr;

  /** Takes the next piece of the stream, after the previous one has been read. */
  void feed(byte[] next) {
    piece = next;
    read = 0;
  }

  /** Whether the event that is being read is too long. */
  boolean isEndless() {
    return line.size() + data.size() > EVENT_BYTES_MAX;
  }

  /** The next event that has data, or null if it is incomplete. */
  ServerEvent next() {
    while (readLine()) {
      byte[] whole = line.toByteArray();
      line.reset();
      if (takeLine(whole)) {
        byte[] lines = data.toByteArray();
        data.reset();
        // The line feed after the last line of data is not part of the data.
        return new ServerEvent(id, Arrays.copyOf(lines, lines.length - 1));
      }
    }
    return null;
  }

  /** Reads up to the end of a line, which is CR, LF or both; does not wait for the LF of a CR. */
  private boolean readLine() {
    if (isAfterCr && read < piece.length) {
      isAfterCr = false;
      if (piece[read] == '\n') {
        read++;
      }
    }
    int end = read;
    while (end < piece.length && piece[end] != '\n' && piece[end] != '\r') {
      end++;
    }
    line.write(piece, read, end - read);
    read = end;
    if (end == piece.length) {
      return false;
    }
    isAfterCr = piece[end] == '\r';
    read++;
    return true;
  }

  /** Returns whether the line ends an event with data. */
  private boolean takeLine(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!hasBegun && text.startsWith(BYTE_ORDER_MARK)) {
      text = text.substring(1);
    }
    hasBegun = true;
    if (text.isEmpty()) {
      return data.size() > 0;
    }
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    if (value.startsWith(" ")) {
      value = value.substring(1);
    }
    if (name.equals("data")) {
      data.writeBytes(value.getBytes(StandardCharsets.UTF_8));
      data.write('\n');
    } else if (name.equals("id") && value.indexOf('\0') < 0) {
      id = value;
    }
    return false;
  }
}
