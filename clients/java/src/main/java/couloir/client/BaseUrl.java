package couloir.client;

import java.util.regex.Pattern;

/** The URL of a node. */
final class BaseUrl {
  private static final Pattern API_PATH =
      Pattern.compile(
          "/+ext/+(bc|index|info|health|keystore|events|ledger|dev|admin)(/[^?#]*)?(\\?.*)?$");

  private BaseUrl() {}

  /** Removes the path of an API, if one was given. */
  static String withoutApiPath(String url) {
    return API_PATH.matcher(url).replaceFirst("$3");
  }
}
