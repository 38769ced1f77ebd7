package couloir.client;

import java.util.function.Function;

/**
 * Settings of a client.
 *
 * @param <C> the client
 */
public final class ClientBuilder<C> extends CallSettings<ClientBuilder<C>> {
  private final Function<Caller, C> make;

  ClientBuilder(String url, Function<Caller, C> make) {
    super(url);
    this.make = make;
  }

  @Override
  ClientBuilder<C> self() {
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
