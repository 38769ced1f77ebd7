package couloir.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import couloir.client.TransportException.Reason;
import couloir.client.types.EventsQuery;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that redirect, and that never end what they say. */
@Timeout(60)
final class HostileNodeTest {
  /** How a node meets a request. */
  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private static HttpServer serve(Answer answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            answer.to(exchange);
          }
        });
    server.start();
    return server;
  }

  private static String urlOf(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void redirectsAreNotFollowed() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer other = serve(exchange -> asked.incrementAndGet());
    HttpServer node =
        serve(
            exchange -> {
              exchange.getResponseHeaders().set("location", urlOf(other));
              exchange.sendResponseHeaders(307, -1);
            });
    try {
      var client = CouloirClient.builder(urlOf(node)).header("authorization", "x").build();
      var failure =
          assertThrows(TransportException.class, () -> client.platform().getHeight().send());
      assertEquals(Reason.HTTP, failure.reason());
      assertEquals(307, failure.status());
      assertEquals(0, asked.get());
    } finally {
      node.stop(0);
      other.stop(0);
    }
  }

  @Test
  void anEndlessEventEndsTheStream() throws IOException {
    HttpServer node =
        serve(
            exchange -> {
              exchange.getResponseHeaders().set("content-type", "text/event-stream");
              exchange.sendResponseHeaders(200, 0);
              byte[] piece = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
              try (OutputStream body = exchange.getResponseBody()) {
                while (true) {
                  body.write(piece);
                }
              }
            });
    try (EventStream events = CouloirClient.create(urlOf(node)).events(EventsQuery.of())) {
      var failure = assertThrows(TransportException.class, events::next);
      assertEquals(Reason.RESPONSE, failure.reason());
    } finally {
      node.stop(0);
    }
  }
}
