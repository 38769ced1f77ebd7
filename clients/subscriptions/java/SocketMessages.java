package couloir.client;

import couloir.client.TransportException.Reason;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The messages of a WebSocket, in order, until a thread reads them. */
final class SocketMessages implements WebSocket.Listener {
  private static final int WAITING_MAX = 10_000;

  private final BlockingQueue<Message> waiting = new LinkedBlockingQueue<>();
  private final StringBuilder partial = new StringBuilder();
  private final int bytesMax;
  private boolean isOver;

  /** A text, or why there are no more. */
  private record Message(String text, TransportException end) {}

  SocketMessages(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  /**
   * Waits for the next text.
   *
   * @param time how long; null means without an end
   */
  String next(Duration time) {
    try {
      Message message =
          time == null ? waiting.take() : waiting.poll(time.toNanos(), TimeUnit.NANOSECONDS);
      if (message == null) {
        throw Caller.timedOut(time);
      }
      if (message.end() != null) {
        throw message.end();
      }
      return message.text();
    } catch (InterruptedException cause) {
      Thread.currentThread().interrupt();
      throw new TransportException(Reason.INTERRUPTED, "interrupted while waiting", cause);
    }
  }

  /** Ends the messages; what came before is still read. */
  void end(TransportException why) {
    synchronized (waiting) {
      if (!isOver) {
        isOver = true;
        waiting.add(new Message(null, why));
      }
    }
  }

  @Override
  public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean isLast) {
    return add(socket, text, isLast);
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer bytes, boolean isLast) {
    return add(socket, StandardCharsets.UTF_8.decode(bytes), isLast);
  }

  private CompletionStage<?> add(WebSocket socket, CharSequence text, boolean isLast) {
    partial.append(text);
    if (partial.length() > bytesMax) {
      end(Json.response("a message is longer than " + bytesMax + " bytes", null));
      socket.abort();
      return null;
    }
    if (isLast) {
      String whole = partial.toString();
      partial.setLength(0);
      synchronized (waiting) {
        if (!isOver) {
          waiting.add(new Message(whole, null));
        }
      }
      if (waiting.size() > WAITING_MAX) {
        end(Json.response("more than " + WAITING_MAX + " notifications wait to be read", null));
        socket.abort();
        return null;
      }
    }
    socket.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
    end(new TransportException(Reason.CONNECTION, "the server closed the connection", null));
    return null;
  }

  @Override
  public void onError(WebSocket socket, Throwable cause) {
    end(new TransportException(Reason.CONNECTION, "the connection broke: " + cause, cause));
  }
}
