package couloir.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Settings of a client.
 *
 * @param <C> the client
 */
public final class ClientBuilder<C> {
  private final Function<Caller, C> make;
  final String url;
  HttpClient http;
  Duration timeout = Duration.ofSeconds(30);
  int retries = 2;
  Duration retryDelay = Duration.ofMillis(100);
  int maxResponseBytes = 128 << 20;
  final Map<String, String> headers = new LinkedHashMap<>();

  ClientBuilder(String url, Function<Caller, C> make) {
    String scheme = URI.create(url).getScheme();
    if (!"http".equals(scheme) && !"https".equals(scheme)) {
      throw new IllegalArgumentException("not an HTTP URL: " + url);
    }
    this.url = url.replaceAll("/+$", "");
    this.make = make;
  }

  /**
   * Sets the total time of a call, including retries. Default: 30 seconds.
   *
   * @param timeout the time
   * @return this
   */
  public ClientBuilder<C> timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  /**
   * Sets how often a repeatable call is sent again after a temporary failure. Default: 2.
   *
   * @param retries the number of retries
   * @return this
   */
  public ClientBuilder<C> retries(int retries) {
    this.retries = retries;
    return this;
  }

  /**
   * Sets the delay before the first retry. It doubles with each further retry. Default: 100 ms.
   *
   * @param delay the time
   * @return this
   */
  public ClientBuilder<C> retryDelay(Duration delay) {
    this.retryDelay = delay;
    return this;
  }

  /**
   * Sets the maximum size of a response. Default: 128 MiB.
   *
   * @param bytes the size
   * @return this
   */
  public ClientBuilder<C> maxResponseBytes(int bytes) {
    this.maxResponseBytes = bytes;
    return this;
  }

  /**
   * A header of every request, such as {@code authorization}.
   *
   * @param name its name
   * @param value its value
   * @return this
   */
  public ClientBuilder<C> header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /**
   * The HTTP client to use, for proxies, certificates and executors of your own. It should not
   * follow redirects: another server would receive the body and the headers.
   *
   * @param http the client
   * @return this
   */
  public ClientBuilder<C> httpClient(HttpClient http) {
    this.http = http;
    return this;
  }

  /**
   * Builds the client.
   *
   * @return the client
   */
  public C build() {
    return make.apply(new Caller(this));
  }
}
