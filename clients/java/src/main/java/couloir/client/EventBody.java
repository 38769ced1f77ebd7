package couloir.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The body of a response, in pieces as they arrive. Only one piece is requested at a time. */
final class EventBody implements BodySubscriber<EventBody> {
  /** A received item: bytes, or the end of the body. */
  private record Piece(byte[] bytes, Throwable failure) {
    static final Piece END = new Piece(null, null);
  }

  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

  /**
   * Waits for the next piece.
   *
   * @param timeout the timeout; zero means none
   * @return the piece, or null at the end
   * @throws TimeoutException if nothing arrived
   * @throws IOException if the connection broke
   */
  byte[] take(Duration timeout) throws InterruptedException, TimeoutException, IOException {
    Piece piece =
        timeout.isZero() ? pieces.take() : pieces.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    if (piece == null) {
      throw new TimeoutException();
    }
    if (piece.failure != null) {
      throw new IOException(piece.failure);
    }
    if (piece.bytes != null) {
      subscription.thenAccept(source -> source.request(1));
    }
    return piece.bytes;
  }

  /** Closes the body; a waiting thread sees the end. */
  void cancel() {
    subscription.thenAccept(Flow.Subscription::cancel);
    pieces.add(Piece.END);
  }

  @Override
  public CompletionStage<EventBody> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription source) {
    source.request(1);
    subscription.complete(source);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    ByteBuffer bytes = ByteBuffer.allocate(buffers.stream().mapToInt(ByteBuffer::remaining).sum());
    buffers.forEach(bytes::put);
    pieces.add(new Piece(bytes.array(), null));
  }

  @Override
  public void onError(Throwable failure) {
    pieces.add(new Piece(null, failure));
  }

  @Override
  public void onComplete() {
    pieces.add(Piece.END);
  }
}
