package couloir.client;

import static couloir.client.FakeNode.answers;
import static couloir.client.FakeNode.error;
import static couloir.client.FakeNode.hangUp;
import static couloir.client.FakeNode.silence;
import static couloir.client.FakeNode.status;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couloir.client.TransportException.Reason;
import couloir.client.types.EventsQuery;
import couloir.client.types.PlatformGetHeightResult;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deadlines, cancellation, repetition and batches. */
@Timeout(60)
final class TransportTest {
  private static final String HEIGHT = "\"result\":{\"height\":\"5\"}";
  private static final FakeNode.Reply BUSY = status(503, "not ready");

  private static CouloirClient clientOf(FakeNode node) {
    return CouloirClient.builder(node.url())
        .retryDelay(Duration.ofMillis(1))
        .header("authorization", "Bearer word")
        .build();
  }

  private static TransportException failureOf(Call<?> call) {
    return assertThrows(TransportException.class, call::send);
  }

  @Test
  void aCallThatMayBeRepeatedIsSentAgain() throws IOException {
    try (FakeNode node = new FakeNode(BUSY, hangUp(), answers(HEIGHT))) {
      var result = clientOf(node).platform().getHeight().send();
      assertEquals(BigInteger.valueOf(5), result.height());
      assertEquals(3, node.requests.size());
      assertTrue(node.requests.get(2).head().contains("authorization: Bearer word\r\n"));
    }
  }

  @Test
  void answersOfAnotherTypeNameTheMember() throws IOException {
    for (String value : new String[] {"\"ten\"", "true", "[1]", "1.5"}) {
      try (FakeNode node = new FakeNode(answers("\"result\":{\"height\":" + value + "}"))) {
        TransportException failure = failureOf(clientOf(node).platform().getHeight());
        assertEquals(Reason.RESPONSE, failure.reason());
        assertTrue(failure.getMessage().contains("height: "), failure.getMessage());
      }
    }
    try (FakeNode node = new FakeNode(answers("\"result\":{\"networkName\":7}"))) {
      TransportException failure = failureOf(clientOf(node).info().getNetworkName());
      assertTrue(failure.getMessage().contains("networkName: "), failure.getMessage());
    }
  }

  @Test
  void answersHaveALimit() throws IOException {
    String longText = "\"result\":{\"height\":\"" + "1".repeat(100_000) + "\"}";
    try (FakeNode node = new FakeNode(answers(longText))) {
      CouloirClient client = CouloirClient.builder(node.url()).maxResponseBytes(1000).build();
      TransportException failure = failureOf(client.platform().getHeight());
      assertEquals(Reason.RESPONSE, failure.reason());
      assertEquals(
          "platform.getHeight at "
              + node.url()
              + "/ext/bc/P: the response is longer than 1000 bytes",
          failure.getMessage());
      assertEquals(1, node.requests.size());
    }
  }

  @Test
  void deepNestingIsAnError() throws IOException {
    String nested = "\"result\":" + "[".repeat(1_000_000) + "]".repeat(1_000_000);
    try (FakeNode node = new FakeNode(answers(nested))) {
      assertEquals(Reason.RESPONSE, failureOf(clientOf(node).platform().getHeight()).reason());
    }
  }

  @Test
  void aTextCanBeAsLongAsAResponse() {
    int max = Json.MAPPER.tokenStreamFactory().streamReadConstraints().getMaxStringLength();
    assertEquals(Integer.MAX_VALUE, max);
  }

  @Test
  void repetitionsEnd() throws IOException {
    try (FakeNode node = new FakeNode(BUSY, BUSY, BUSY, BUSY)) {
      Call<?> call = clientOf(node).platform().getHeight();
      TransportException failure = failureOf(call);
      assertEquals(Reason.HTTP, failure.reason());
      assertEquals(503, failure.status());
      assertEquals(
          "platform.getHeight at " + node.url() + "/ext/bc/P: HTTP 503: not ready",
          failure.getMessage());
      assertEquals(3, node.requests.size());
      assertEquals(503, failureOf(call.retries(0)).status());
      assertEquals(4, node.requests.size());
    }
  }

  @Test
  void aStatusWithoutABodySaysSo() throws IOException {
    try (FakeNode node = new FakeNode(status(500, ""))) {
      assertEquals(
          "platform.getHeight at " + node.url() + "/ext/bc/P: HTTP 500: no body",
          failureOf(clientOf(node).platform().getHeight()).getMessage());
    }
  }

  @Test
  void aCallThatChangesStateIsSentOnce() throws IOException {
    try (FakeNode node = new FakeNode(BUSY, BUSY)) {
      assertEquals(503, failureOf(clientOf(node).platform().issueTx("0x00").retries(5)).status());
      assertEquals(1, node.requests.size());
    }
  }

  @Test
  void aStatusThatWillNotPassIsNotRepeated() throws IOException {
    try (FakeNode node = new FakeNode(status(404, "no such path"), BUSY)) {
      assertEquals(404, failureOf(clientOf(node).platform().getHeight()).status());
      assertEquals(1, node.requests.size());
    }
  }

  @Test
  void aNodeThatIsNotThereIsAFailedConnection() {
    CouloirClient client = CouloirClient.builder("http://127.0.0.1:1").retries(0).build();
    TransportException failure = failureOf(client.platform().getHeight());
    assertEquals(Reason.CONNECTION, failure.reason());
    assertInstanceOf(IOException.class, failure.getCause());
    String text =
        "platform.getHeight at http://127.0.0.1:1/ext/bc/P: the node could not be reached";
    assertTrue(failure.getMessage().startsWith(text), failure.getMessage());
  }

  @Test
  void aFailureHasTheStackOfTheThreadThatWaits() throws IOException {
    try (FakeNode node = new FakeNode(answers(error(-32601, "Method not found")))) {
      RpcException failure =
          assertThrows(RpcException.class, clientOf(node).platform().getHeight()::send);
      StackTraceElement[] stack = failure.getStackTrace();
      boolean isHere = false;
      for (StackTraceElement each : stack) {
        isHere |= each.getClassName().equals(TransportTest.class.getName());
      }
      assertTrue(isHere);
    }
  }

  @Test
  void aDeadlineEndsTheCallAndItsConnection() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(silence())) {
      var call = clientOf(node).platform().getHeight().timeout(Duration.ofMillis(200));
      TransportException failure = failureOf(call);
      assertEquals(Reason.TIMEOUT, failure.reason());
      assertEquals(
          "platform.getHeight at " + node.url() + "/ext/bc/P: no answer within 200 ms",
          failure.getMessage());
      node.gone.await();
    }
  }

  @Test
  void aDeadlineLeavesNoInterruptBehind() throws IOException {
    // Two, because the timeout can expire before the first request.
    try (FakeNode silent = new FakeNode(silence());
        FakeNode node = new FakeNode(answers(HEIGHT))) {
      failureOf(clientOf(silent).platform().getHeight().timeout(Duration.ofMillis(200)));
      assertFalse(Thread.currentThread().isInterrupted());
      assertEquals(BigInteger.valueOf(5), clientOf(node).platform().getHeight().send().height());
    }
  }

  @Test
  void aDeadlineEndsAFuture() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(silence())) {
      var call = clientOf(node).platform().getHeight().timeout(Duration.ofMillis(200));
      CompletionException failure =
          assertThrows(CompletionException.class, () -> call.sendAsync().join());
      var cause = assertInstanceOf(TransportException.class, failure.getCause());
      assertEquals(Reason.TIMEOUT, cause.reason());
      node.gone.await();
    }
  }

  @Test
  void aDeadlineEndsTheWaitForTheRestOfAnAnswer() throws IOException {
    FakeNode.Reply half =
        (request, socket) -> {
          String head = "HTTP/1.1 200 Said\r\ncontent-length: 100\r\n\r\n{";
          socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
          return silence().to(request, socket);
        };
    try (FakeNode node = new FakeNode(half)) {
      var call = clientOf(node).platform().getHeight().timeout(Duration.ofMillis(50));
      assertEquals(Reason.TIMEOUT, failureOf(call).reason());
    }
  }

  @Test
  void aFutureIsRepeatedToo() throws IOException {
    try (FakeNode node = new FakeNode(BUSY, hangUp(), answers(HEIGHT))) {
      var result = clientOf(node).platform().getHeight().sendAsync().join();
      assertEquals(BigInteger.valueOf(5), result.height());
      assertEquals(3, node.requests.size());
    }
  }

  @Test
  void cancellingTheFutureCancelsTheRequest() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(silence())) {
      CompletableFuture<PlatformGetHeightResult> future =
          clientOf(node).platform().getHeight().sendAsync();
      node.asked.await();
      assertTrue(future.cancel(true));
      node.gone.await();
    }
  }

  @Test
  void interruptingTheThreadCancelsTheRequest() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(silence())) {
      AtomicReference<Reason> reason = new AtomicReference<>();
      Thread thread =
          new Thread(
              () -> {
                Reason thrown = failureOf(clientOf(node).platform().getHeight()).reason();
                reason.set(Thread.currentThread().isInterrupted() ? thrown : null);
              });
      thread.start();
      node.asked.await();
      thread.interrupt();
      thread.join();
      assertEquals(Reason.INTERRUPTED, reason.get());
      node.gone.await();
    }
  }

  @Test
  void aFutureFailsWithTheSameException() throws IOException {
    try (FakeNode node = new FakeNode(answers(error(-32000, "not found")))) {
      CompletableFuture<?> future = clientOf(node).platform().getHeight().sendAsync();
      CompletionException failure = assertThrows(CompletionException.class, future::join);
      assertInstanceOf(RpcException.class, failure.getCause());
    }
  }

  @Test
  void aBatchIsOneRequestForEachApi() throws IOException {
    String supply = "\"result\":{\"supply\":\"18446744073709551615\",\"height\":\"5\"}";
    String refusal = error(-32000, "couldn't get tx: not found");
    try (FakeNode node = new FakeNode(answers(supply, refusal, HEIGHT))) {
      CouloirClient client = clientOf(node);
      Batch batch = client.batch();
      var first = batch.add(client.platform().getCurrentSupply());
      var second = batch.add(client.platform().getTx("2X"));
      var third = batch.add(client.platform().getHeight());
      Batch.Answers answers = batch.send();
      assertEquals(BigInteger.valueOf(5), answers.get(third).height());
      assertEquals(new BigInteger("18446744073709551615"), answers.get(first).supply());
      RpcException failure = assertThrows(RpcException.class, () -> answers.get(second));
      assertTrue(failure.is(ErrorName.TX_NOT_FOUND));
      assertEquals(1, node.requests.size());
      assertEquals(
          "{\"txID\":\"2X\"}", node.requests.get(0).body().get(1).path("params").toString());
    }
  }

  @Test
  void callsThatABatchHasNoAnswerToFail() throws IOException {
    try (FakeNode node = new FakeNode(answers(HEIGHT))) {
      CouloirClient client = clientOf(node);
      Batch batch = client.batch();
      var first = batch.add(client.platform().getHeight());
      var second = batch.add(client.platform().getProposedHeight());
      Batch.Answers answers = batch.send();
      assertEquals(BigInteger.valueOf(5), answers.get(first).height());
      TransportException failure =
          assertThrows(TransportException.class, () -> answers.get(second));
      assertEquals(
          "platform.getProposedHeight: the batch has no response to it", failure.getMessage());
    }
  }

  @Test
  void invalidAnswersFailInABatch() throws IOException {
    String textCode = "\"error\":{\"code\":\"-32000\",\"message\":\"not found\"}";
    try (FakeNode node = new FakeNode(answers("\"result\":null", textCode))) {
      CouloirClient client = clientOf(node);
      Batch batch = client.batch();
      var first = batch.add(client.platform().getHeight());
      var second = batch.add(client.platform().getHeight());
      Batch.Answers answers = batch.send();
      TransportException ofNull = assertThrows(TransportException.class, () -> answers.get(first));
      assertEquals("platform.getHeight: expected an object, got null", ofNull.getMessage());
      TransportException ofText = assertThrows(TransportException.class, () -> answers.get(second));
      assertEquals(
          "platform.getHeight: error.code: expected an integer, got \"-32000\"",
          ofText.getMessage());
    }
  }

  @Test
  void aNodeThatTakesNoBatchesFailsEveryCall() throws IOException {
    String refusal =
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid Request\"},\"id\":null}";
    try (FakeNode node = new FakeNode(status(200, refusal))) {
      CouloirClient client = clientOf(node);
      Batch batch = client.batch();
      var slot = batch.add(client.platform().getHeight());
      Batch.Answers answers = batch.send();
      RpcException failure = assertThrows(RpcException.class, () -> answers.get(slot));
      assertEquals(-32600, failure.code());
    }
  }

  @Test
  void aSlotIsGoodForItsOwnBatchAlone() throws IOException {
    try (FakeNode node = new FakeNode(answers(HEIGHT))) {
      CouloirClient client = clientOf(node);
      var slot = client.batch().add(client.platform().getHeight());
      Batch.Answers empty = client.batch().send();
      assertThrows(IllegalArgumentException.class, () -> empty.get(slot));
      assertFalse(node.asked.getCount() == 0);
    }
  }

  @Test
  void cancellingABatchCancelsItsRequests() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(silence())) {
      CouloirClient client = clientOf(node);
      Batch batch = client.batch();
      batch.add(client.platform().getHeight());
      CompletableFuture<Batch.Answers> future = batch.sendAsync();
      node.asked.await();
      future.cancel(true);
      node.gone.await();
    }
  }

  @Test
  void theQueryOfAUrlFollowsThePath() throws IOException {
    FakeNode.Reply height = answers(HEIGHT);
    try (FakeNode node = new FakeNode(height, height, status(404, ""))) {
      for (String path : List.of("/?key=a", "/ext/bc/P?key=a")) {
        CouloirClient.create(node.url() + path).platform().getHeight().send();
      }
      CouloirClient client = CouloirClient.create(node.url() + "?key=a");
      try (EventStream events = client.events(EventsQuery.of().withFromHeight(5))) {
        assertThrows(NoEventsException.class, events::hasNext);
      }
      List<String> targets = node.requests.stream().map(FakeNode.Request::target).toList();
      String post = "/ext/bc/P?key=a";
      assertEquals(List.of(post, post, "/ext/events?key=a&fromHeight=5"), targets);
    }
  }

  @Test
  void credentialsAreSentAndNotShown() throws IOException {
    FakeNode.Reply refusal = status(401, "no");
    try (FakeNode node = new FakeNode(refusal, refusal, refusal)) {
      String url = node.url().replace("http://", "http://na%20me:p%40ss@");
      var builder = CouloirClient.builder(url);
      TransportException failure = failureOf(builder.build().platform().getHeight());
      assertEquals(
          "platform.getHeight at " + node.url() + "/ext/bc/P: HTTP 401: no", failure.getMessage());
      failureOf(builder.header("Authorization", "Bearer x").build().platform().getHeight());
      failureOf(
          CouloirClient.create(node.url().replace("http://", "http://name@"))
              .platform()
              .getHeight());
      List<String> sent = List.of("Basic bmEgbWU6cEBzcw==", "Bearer x", "Basic bmFtZTo=");
      for (int i = 0; i < 3; i++) {
        String head = node.requests.get(i).head();
        assertTrue(head.contains("authorization: " + sent.get(i) + "\r\n"), head);
      }
    }
    var refused =
        assertThrows(
            IllegalArgumentException.class, () -> CouloirClient.create("ftp://a:secret@host"));
    assertFalse(refused.getMessage().contains("secret"));
  }

  @Test
  void aResponseThatIsNotJsonNamesTheUrl() throws IOException {
    FakeNode.Reply page = status(200, "<html>");
    try (FakeNode node = new FakeNode(page, status(200, ""), page, page)) {
      CouloirClient client = clientOf(node);
      var call = client.platform().getHeight();
      String named = "platform.getHeight at " + node.url() + "/ext/bc/P: ";
      String said = failureOf(call).getMessage();
      assertTrue(said.startsWith(named), said);
      said = failureOf(call).getMessage();
      assertEquals(named + "the result cannot be read: the response is empty", said);
      var failure = assertThrows(CompletionException.class, () -> call.sendAsync().join());
      said = failure.getCause().getMessage();
      assertTrue(said.startsWith(named), said);
      Batch batch = client.batch();
      var slot = batch.add(call);
      Batch.Answers answers = batch.send();
      said = assertThrows(TransportException.class, () -> answers.get(slot)).getMessage();
      assertTrue(said.startsWith("a batch at " + node.url() + "/ext/bc/P: "), said);
    }
  }
}
