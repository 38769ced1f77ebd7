package couloir.client;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Events as a node sends them. */
final class EventTexts {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\ncontent-type: Text/Event-Stream; charset=utf-8\r\n";

  private EventTexts() {}

  static String cursorAt(int height) {
    return height + ".0.5f7f2a1c";
  }

  static String readyAt(int height) {
    return place("ready", height, "");
  }

  static String revertedAt(int height) {
    return place("reverted", height, "");
  }

  static String blockAt(int height) {
    String members =
        ",\"parentID\":\"p\",\"kind\":\"BanffStandardBlock\","
            + "\"timestamp\":\"18446744073709551615\",\"txIDs\":[\"t\"]";
    return place("block", height, members);
  }

  static String serverEvent(String id, String data) {
    return "id: " + id + "\nevent: e\ndata: " + data + "\n\n";
  }

  private static String place(String type, int height, String more) {
    String cursor = cursorAt(height);
    String members =
        "\"cursor\":\"%s\",\"height\":\"%d\",\"blockID\":\"b%d\"".formatted(cursor, height, height);
    return serverEvent(cursor, "{\"type\":\"" + type + "\"," + members + more + "}");
  }

  /** Events in one piece, then the connection breaks. */
  static FakeNode.Reply breaks(String... events) {
    return pieces(bytes(String.join("", events)));
  }

  /** Each piece on its own, then the connection breaks. */
  static FakeNode.Reply pieces(byte[]... pieces) {
    return (request, socket) -> {
      OutputStream out = socket.getOutputStream();
      out.write(bytes(HEAD + "transfer-encoding: chunked\r\n\r\n"));
      for (byte[] piece : pieces) {
        if (piece.length > 0) {
          out.write(bytes(Integer.toHexString(piece.length) + "\r\n"));
          out.write(piece);
          out.write(bytes("\r\n"));
        }
      }
      return null;
    };
  }

  /** Events, then an orderly end. */
  static FakeNode.Reply ends(String... events) {
    return (request, socket) -> {
      send(socket, events);
      return null;
    };
  }

  /** Events, then silence until the client disconnects. */
  static FakeNode.Reply stays(String... events) {
    return (request, socket) -> {
      send(socket, events);
      return FakeNode.silence().to(request, socket);
    };
  }

  /** The events of blocks 1 to 3 after the cursor in the request, then silence. */
  static FakeNode.Reply chain() {
    return (request, socket) -> {
      int height = 3;
      while (height > 0 && !request.target().contains("after=" + cursorAt(height))) {
        height--;
      }
      StringBuilder events = new StringBuilder(readyAt(height));
      for (int next = height + 1; next <= 3; next++) {
        events.append(blockAt(next));
      }
      return stays(events.toString()).to(request, socket);
    };
  }

  private static void send(Socket socket, String... events) throws IOException {
    socket.getOutputStream().write(bytes(HEAD + "\r\n" + String.join("", events)));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
