package couloir.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The bytes of a response up to a limit. A longer response is not read to its end. */
final class LimitedBody implements BodySubscriber<byte[]> {
  private static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong(int maxBytes) {
      super("the response is longer than " + maxBytes + " bytes");
    }
  }

  private final int maxBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.Subscription subscription;

  LimitedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Says that the response was longer than the limit; null if a request failed otherwise. */
  static String tooLong(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof TooLong)) {
      cause = cause.getCause();
    }
    return cause == null ? null : cause.getMessage();
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription source) {
    subscription = source;
    source.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (bytes.size() + (long) buffer.remaining() > maxBytes) {
        subscription.cancel();
        body.completeExceptionally(new TooLong(maxBytes));
        return;
      }
      byte[] piece = new byte[buffer.remaining()];
      buffer.get(piece);
      bytes.writeBytes(piece);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
