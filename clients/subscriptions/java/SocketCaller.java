package couloir.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Opens WebSockets, too. */
final class SocketCaller extends Caller {
  private final HttpClient sockets;
  private final URI webSocketUrl;
  private final Map<String, String> headers;
  private final int maxResponseBytes;

  SocketCaller(ClientBuilder<?> builder) {
    super(builder);
    String pushing = builder.webSocketUrl == null ? builder.url + builder.query : builder.webSocketUrl;
    webSocketUrl = URI.create(pushing.replaceFirst("^http", "ws"));
    sockets = withoutExecutor(http);
    headers = Map.copyOf(builder.headers);
    maxResponseBytes = builder.maxResponseBytes;
  }

  /** Opens a WebSocket where the server pushes. */
  CompletableFuture<WebSocket> openSocket(WebSocket.Listener listener) {
    WebSocket.Builder socket = sockets.newWebSocketBuilder();
    headers.forEach(socket::header);
    return socket.buildAsync(webSocketUrl, listener);
  }

  /**
   * Returns the same client with a WebSocket that calls its listener in the thread that reads: in another one, the end of a
   * connection overtakes the last message, and the JDK drops it.
   */
  private static HttpClient withoutExecutor(HttpClient http) {
    HttpClient.Builder copy =
        HttpClient.newBuilder()
            .executor(Runnable::run)
            .followRedirects(http.followRedirects())
            .sslContext(http.sslContext())
            .sslParameters(http.sslParameters());
    http.authenticator().ifPresent(copy::authenticator);
    http.connectTimeout().ifPresent(copy::connectTimeout);
    http.cookieHandler().ifPresent(copy::cookieHandler);
    http.proxy().ifPresent(copy::proxy);
    return copy.build();
  }

  URI webSocketUrl() {
    return webSocketUrl;
  }

  int maxResponseBytes() {
    return maxResponseBytes;
  }
}
