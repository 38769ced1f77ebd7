package couloir.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Settings of calls.
 *
 * @param <B> the builder that has them
 */
public abstract class CallSettings<B> {
  /** Without credentials, a query, and slashes at the end. */
  final String url;

  /** That of the base URL, with its question mark; empty if there is none. */
  final String query;

  HttpClient http;
  Duration timeout = Duration.ofSeconds(30);
  int retries = 2;
  Duration retryDelay = Duration.ofMillis(100);
  int maxResponseBytes = 128 << 20;
  final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  CallSettings(String url) {
    URI given = URI.create(url);
    String scheme = given.getScheme();
    if (!"http".equals(scheme) && !"https".equals(scheme)) {
      throw new IllegalArgumentException("not an HTTP URL: " + withoutCredentials(given));
    }
    String[] parts = withoutCredentials(given).split("\\?", 2);
    this.url = parts[0].replaceAll("/+$", "");
    this.query = parts.length > 1 ? "?" + parts[1] : "";
    if (given.getUserInfo() != null) {
      String credentials =
          given.getUserInfo().contains(":") ? given.getUserInfo() : given.getUserInfo() + ":";
      byte[] bytes = credentials.getBytes(StandardCharsets.UTF_8);
      headers.put("authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    }
  }

  /**
   * Returns a URL as errors show it; the HTTP client of the JDK does not send credentials of a URL.
   */
  static String withoutCredentials(URI url) {
    String credentials = url.getRawUserInfo();
    return credentials == null
        ? url.toString()
        : url.toString().replaceFirst(Pattern.quote(credentials + "@"), "");
  }

  abstract B self();

  /**
   * Sets the total time of a call, including retries. Default: 30 seconds.
   *
   * @param timeout the time
   * @return the builder
   */
  public B timeout(Duration timeout) {
    this.timeout = timeout;
    return self();
  }

  /**
   * Sets how often a repeatable call is sent again after a temporary failure. Default: 2.
   *
   * @param retries the number of retries
   * @return the builder
   */
  public B retries(int retries) {
    this.retries = retries;
    return self();
  }

  /**
   * Sets the delay before the first retry. It doubles with each further retry. Default: 100 ms.
   *
   * @param delay the time
   * @return the builder
   */
  public B retryDelay(Duration delay) {
    this.retryDelay = delay;
    return self();
  }

  /**
   * Sets the maximum size of a response. Default: 128 MiB.
   *
   * @param bytes the size
   * @return the builder
   */
  public B maxResponseBytes(int bytes) {
    this.maxResponseBytes = bytes;
    return self();
  }

  /**
   * A header of every request, such as {@code authorization}.
   *
   * @param name its name
   * @param value its value
   * @return the builder
   */
  public B header(String name, String value) {
    headers.put(name, value);
    return self();
  }

  /**
   * The HTTP client to use, for proxies, certificates and executors of your own. It should not
   * follow redirects: another server would receive the body and the headers.
   *
   * @param http the client
   * @return the builder
   */
  public B httpClient(HttpClient http) {
    this.http = http;
    return self();
  }
}
