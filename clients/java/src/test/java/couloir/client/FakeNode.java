package couloir.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A fake node: it sends the responses of a test and records the requests. */
final class FakeNode implements AutoCloseable {
  /** How the node meets one request. */
  interface Reply {
    /** Returns the text of a response, or null to close the connection. */
    String to(Request request, Socket socket) throws IOException;
  }

  /** A request as received. */
  record Request(String head, JsonNode body) {
    /** Path and query. */
    String target() {
      return head.split(" ")[1];
    }
  }

  private static final Pattern LENGTH = Pattern.compile("content-length: (\\d+)");

  final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  final CountDownLatch asked = new CountDownLatch(1);
  final CountDownLatch gone = new CountDownLatch(1);
  private final Queue<Reply> replies;
  private final ServerSocket server;
  private final AtomicBoolean isOpen = new AtomicBoolean(true);

  FakeNode(Reply... replies) throws IOException {
    this.replies = new ConcurrentLinkedQueue<>(List.of(replies));
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /**
   * Responds to each call with the next members, such as {@code "result":{}}; to a batch in reverse
   * order.
   */
  static Reply answers(String... members) {
    return (request, socket) -> {
      JsonNode body = request.body();
      if (!body.isArray()) {
        return response(200, answer(body, members[0]));
      }
      List<String> all = new ArrayList<>();
      for (int i = 0; i < members.length; i++) {
        all.add(answer(body.get(i), members[i]));
      }
      Collections.reverse(all);
      return response(200, "[" + String.join(",", all) + "]");
    };
  }

  static String error(int code, String message) {
    var error = Json.MAPPER.createObjectNode().put("code", code).put("message", message);
    return "\"error\":" + error;
  }

  static Reply status(int status, String body) {
    return (request, socket) -> response(status, body);
  }

  static Reply hangUp() {
    return (request, socket) -> null;
  }

  /** Sends nothing until the caller disconnects. */
  static Reply silence() {
    return (request, socket) -> {
      while (socket.getInputStream().read() >= 0) {
        continue;
      }
      return null;
    };
  }

  private static String answer(JsonNode call, String members) {
    return "{\"jsonrpc\":\"2.0\"," + members + ",\"id\":" + call.get("id") + "}";
  }

  private static String response(int status, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return "HTTP/1.1 " + status + " Said\r\ncontent-length: " + length + "\r\n\r\n" + body;
  }

  private void accept() throws IOException {
    while (isOpen.get()) {
      Socket socket = server.accept();
      start(() -> serve(socket));
    }
  }

  private void serve(Socket socket) throws IOException {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      for (Request request = read(in); request != null; request = read(in)) {
        requests.add(request);
        asked.countDown();
        String reply = replies.remove().to(request, socket);
        if (reply == null) {
          break;
        }
        out.write(reply.getBytes(StandardCharsets.UTF_8));
      }
    } finally {
      gone.countDown();
    }
  }

  private static Request read(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.UTF_8).toLowerCase(java.util.Locale.ROOT);
    Matcher length = LENGTH.matcher(text);
    byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    return new Request(head.toString(StandardCharsets.UTF_8), Json.MAPPER.readTree(body));
  }

  private interface Work {
    void run() throws IOException;
  }

  /** Runs until the sockets are closed. */
  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException ended) {
                return;
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    isOpen.set(false);
    server.close();
  }
}
