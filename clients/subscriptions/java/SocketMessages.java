package couloir.client;

import couloir.client.TransportException.Reason;
import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The messages of a WebSocket, in order, until a thread reads them. */
final class SocketMessages implements WebSocket.Listener {
  private static final int WAITING_MAX = 10_000;

  /** The silence after which the client pings. A second one ends the connection. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final BlockingQueue<Message> waiting = new LinkedBlockingQueue<>();

  /** The parts of a message: one of a binary message can end within a character. */
  private final ByteArrayOutputStream parts = new ByteArrayOutputStream();

  private final int bytesMax;
  private boolean isOver;

  /** Whether nothing has come since the last ping. */
  private volatile boolean isSilent;

  /** A text, or why there are no more. */
  private record Message(String text, TransportException end) {
    String orThrow() {
      if (end != null) {
        throw end;
      }
      return text;
    }
  }

  SocketMessages(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  /**
   * Waits for the next text without an end. It pings, because a connection can break without a sign.
   */
  String next(WebSocket socket) {
    while (true) {
      Message message = poll(SILENCE);
      if (message != null) {
        return message.orThrow();
      }
      if (isSilent) {
        throw new TransportException(
            Reason.CONNECTION, "the server does not reply to a ping", null);
      }
      isSilent = true;
      // A ping that cannot be sent is one without a reply.
      CompletableFuture<WebSocket> unused = socket.sendPing(ByteBuffer.allocate(0));
    }
  }

  /** Waits for the next text until some time after the beginning, in nanoseconds. */
  String next(Duration time, long began) {
    Duration left = time.minusNanos(System.nanoTime() - began);
    Message message = left.isNegative() ? null : poll(left);
    if (message == null) {
      throw Caller.timedOut(time);
    }
    return message.orThrow();
  }

  private Message poll(Duration time) {
    try {
      return waiting.poll(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException cause) {
      throw TransportException.interrupted(cause);
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
    return add(socket, text.toString().getBytes(StandardCharsets.UTF_8), isLast);
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer bytes, boolean isLast) {
    byte[] part = new byte[bytes.remaining()];
    bytes.get(part);
    return add(socket, part, isLast);
  }

  @Override
  public CompletionStage<?> onPing(WebSocket socket, ByteBuffer bytes) {
    isSilent = false;
    socket.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onPong(WebSocket socket, ByteBuffer bytes) {
    isSilent = false;
    socket.request(1);
    return null;
  }

  private CompletionStage<?> add(WebSocket socket, byte[] part, boolean isLast) {
    isSilent = false;
    parts.writeBytes(part);
    if (parts.size() > bytesMax) {
      end(Json.response("a message is longer than " + bytesMax + " bytes", null));
      socket.abort();
      return null;
    }
    if (isLast) {
      String whole = parts.toString(StandardCharsets.UTF_8);
      parts.reset();
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
