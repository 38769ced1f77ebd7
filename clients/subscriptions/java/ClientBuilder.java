package couloir.client;

import java.util.function.Function;

/**
 * Settings of a client.
 *
 * @param <C> the client
 */
public final class ClientBuilder<C> extends CallSettings<ClientBuilder<C>> {
  private final Function<SocketCaller, C> make;
  String webSocketUrl;

  ClientBuilder(String url, Function<SocketCaller, C> make) {
    super(url);
    this.make = make;
  }

  @Override
  ClientBuilder<C> self() {
    return this;
  }

  /**
   * Sets where the server pushes, if it is not the URL of the client.
   *
   * @param url a URL with the scheme ws or wss
   * @return the builder
   */
  public ClientBuilder<C> webSocketUrl(String url) {
    webSocketUrl = url;
    return this;
  }

  /**
   * Builds the client.
   *
   * @return the client
   */
  public C build() {
    return make.apply(new SocketCaller(this));
  }
}
