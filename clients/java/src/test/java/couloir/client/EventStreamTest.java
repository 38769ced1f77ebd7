package couloir.client;

import static couloir.client.EventTexts.blockAt;
import static couloir.client.EventTexts.breaks;
import static couloir.client.EventTexts.bytes;
import static couloir.client.EventTexts.chain;
import static couloir.client.EventTexts.cursorAt;
import static couloir.client.EventTexts.ends;
import static couloir.client.EventTexts.pieces;
import static couloir.client.EventTexts.readyAt;
import static couloir.client.EventTexts.revertedAt;
import static couloir.client.EventTexts.serverEvent;
import static couloir.client.EventTexts.stays;
import static couloir.client.FakeNode.hangUp;
import static couloir.client.FakeNode.silence;
import static couloir.client.FakeNode.status;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couloir.client.TransportException.Reason;
import couloir.client.types.BlockEvent;
import couloir.client.types.BlockEventKind;
import couloir.client.types.EventTopic;
import couloir.client.types.EventsQuery;
import couloir.client.types.ReadyEvent;
import couloir.client.types.RevertedEvent;
import couloir.client.types.StreamEvent;
import java.io.IOException;
import java.math.BigInteger;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Event streams that break in nasty places. */
@Timeout(60)
final class EventStreamTest {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final BigInteger MOST = new BigInteger("18446744073709551615");

  /** One for all tests, because each has its own thread. */
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static EventStream subscribe(FakeNode node, EventsQuery query) {
    return CouloirClient.builder(node.url())
        .httpClient(HTTP)
        .retryDelay(Duration.ofNanos(1000))
        .header("authorization", "Bearer word")
        .build()
        .events(query);
  }

  private static EventStream subscribe(FakeNode node) {
    return subscribe(node, EventsQuery.of());
  }

  /** A short description of an event, such as {@code block 7}. */
  private static String nameOf(StreamEvent event) {
    if (event instanceof ReadyEvent ready) {
      return "ready " + ready.height();
    }
    if (event instanceof BlockEvent block) {
      return "block " + block.height();
    }
    return event instanceof RevertedEvent reverted ? "reverted " + reverted.height() : "" + event;
  }

  private static void expect(EventStream stream, String... names) {
    List<String> got = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      got.add(nameOf(stream.next()));
    }
    assertEquals(List.of(names), got);
  }

  /** The error that ends a stream. */
  private static <F extends ClientException> F failureOf(Class<F> type, EventStream stream) {
    F failure = assertThrows(type, stream::next);
    assertSame(failure, assertThrows(type, stream::hasNext));
    return failure;
  }

  @Test
  void eventsAreTyped() throws IOException {
    try (FakeNode node = new FakeNode(stays(readyAt(6), blockAt(7)));
        EventStream stream = subscribe(node)) {
      assertEquals(Optional.empty(), stream.cursor());
      expect(stream, "ready 6");
      BlockEvent block = assertInstanceOf(BlockEvent.class, stream.next());
      assertEquals(BigInteger.valueOf(7), block.height());
      assertEquals(Optional.of(MOST), block.timestamp());
      assertEquals(BlockEventKind.BANFF_STANDARD_BLOCK, block.kind());
      assertEquals(List.of("t"), block.txIds());
      assertEquals(Optional.of(cursorAt(7)), stream.cursor());
      String head = node.requests.get(0).head().toLowerCase(java.util.Locale.ROOT);
      assertTrue(head.contains("accept: text/event-stream\r\n"), head);
      assertTrue(head.contains("authorization: bearer word\r\n"), head);
      assertFalse(head.contains("content-type"), head);
    }
  }

  @Test
  void anEventIsWrittenAsItCame() throws IOException {
    List<String> events =
        List.of(
            "{\"type\":\"transaction\",\"cursor\":\"c\",\"txID\":\"t\",\"status\":\"Dropped\",\"reason\":\"no\"}",
            "{\"type\":\"transaction\",\"cursor\":\"c\",\"txID\":\"t\",\"status\":\"Committed\",\"height\":\"18446744073709551615\",\"blockID\":\"b\"}",
            "{\"type\":\"validator\",\"cursor\":\"c\",\"height\":\"1\",\"subnetID\":\"s\",\"nodeID\":\"n\",\"weight\":\"0\",\"previousWeight\":\"2\"}",
            "{\"type\":\"reverted\",\"cursor\":\"c\",\"height\":\"1\",\"blockID\":\"b\"}",
            "{\"type\":\"new\",\"text\":\"é漢😀\"}");
    String[] sent = events.stream().map(event -> serverEvent("c", event)).toArray(String[]::new);
    try (FakeNode node = new FakeNode(stays(sent));
        EventStream stream = subscribe(node)) {
      for (String event : events) {
        assertEquals(Json.MAPPER.readTree(event), Json.MAPPER.valueToTree(stream.next()));
      }
    }
  }

  @Test
  void theQueryIsSentAndTheCursorTakesThePlaceOfTheHeight() throws IOException {
    EventsQuery query =
        EventsQuery.of()
            .withTopics(List.of(EventTopic.BLOCK, EventTopic.VALIDATOR))
            .withFromHeight(MOST)
            .withSubnetId("s&s")
            .withTxId("t");
    try (FakeNode node = new FakeNode(breaks(readyAt(1), blockAt(2)), stays(blockAt(3)));
        EventStream stream = subscribe(node, query)) {
      expect(stream, "ready 1", "block 2", "block 3");
      String topics = "topics=block%2Cvalidator";
      assertEquals(
          "/ext/events?" + topics + "&fromHeight=" + MOST + "&subnetID=s%26s&txID=t",
          node.requests.get(0).target());
      assertEquals(
          "/ext/events?" + topics + "&after=" + cursorAt(2) + "&subnetID=s%26s&txID=t",
          node.requests.get(1).target());
    }
  }

  @Test
  void noQueryIsNone() throws IOException {
    try (FakeNode node = new FakeNode(stays(readyAt(0)));
        EventStream stream = subscribe(node, EventsQuery.of().withTopics(List.of()))) {
      expect(stream, "ready 0");
      assertEquals("/ext/events", node.requests.get(0).target());
    }
  }

  @Test
  void anEventMayComeByteByByte() throws IOException {
    byte[] text = bytes(":\r\n\r\n" + serverEvent("c", "{\"type\":\"new\",\"text\":\"é漢😀\"}"));
    byte[][] single = new byte[text.length][];
    Arrays.setAll(single, i -> new byte[] {text[i]});
    try (FakeNode node = new FakeNode(pieces(single));
        EventStream stream = subscribe(node)) {
      var other = assertInstanceOf(StreamEvent.Other.class, stream.next());
      assertEquals("{\"type\":\"new\",\"text\":\"é漢😀\"}", other.json().toString());
    }
  }

  @Test
  void anEventMayBeBig() throws IOException {
    String event = "{\"type\":\"new\",\"text\":\"" + "é漢😀".repeat(1 << 18) + "\"}";
    try (FakeNode node = new FakeNode(stays(serverEvent("c", event)));
        EventStream stream = subscribe(node)) {
      var other = assertInstanceOf(StreamEvent.Other.class, stream.next());
      assertTrue(event.equals(other.json().toString()));
    }
  }

  @Test
  @Timeout(300)
  void nothingIsMissedWhereverTheStreamBreaks() throws IOException {
    byte[] whole = bytes(readyAt(0) + blockAt(1) + ":\n\n" + blockAt(2) + blockAt(3));
    for (int cut = 0; cut <= whole.length; cut++) {
      try (FakeNode node = new FakeNode(pieces(Arrays.copyOf(whole, cut)), chain());
          EventStream stream = subscribe(node)) {
        expect(stream, "ready 0", "block 1", "block 2", "block 3");
      }
    }
  }

  @Test
  void revertedIsNotLostBetweenReadyAndIt() throws IOException {
    FakeNode.Reply[] replies = {
      breaks(readyAt(4)),
      breaks(readyAt(4), revertedAt(4), blockAt(5)),
      breaks(readyAt(5), blockAt(6))
    };
    try (FakeNode node = new FakeNode(replies);
        EventStream stream = subscribe(node, EventsQuery.of().withAfter(cursorAt(9)))) {
      expect(stream, "ready 4", "reverted 4", "block 5", "block 6");
      List<String> after = node.requests.stream().map(each -> each.target().split("=")[1]).toList();
      assertEquals(List.of(cursorAt(9), cursorAt(9), cursorAt(5)), after);
    }
  }

  @Test
  void theCursorIsThatOfWhatWasHandedOut() throws IOException {
    try (FakeNode node = new FakeNode(stays(readyAt(0), blockAt(1)));
        EventStream stream = subscribe(node)) {
      expect(stream, "ready 0");
      assertTrue(stream.hasNext());
      assertTrue(stream.hasNext());
      assertEquals(Optional.of(cursorAt(0)), stream.cursor());
      expect(stream, "block 1");
      assertEquals(Optional.of(cursorAt(1)), stream.cursor());
    }
  }

  @Test
  void passingFailuresAreWaitedOut() throws IOException {
    FakeNode.Reply[] replies = {
      status(429, ""),
      status(502, ""),
      hangUp(),
      ends(),
      ends(readyAt(0).substring(0, 20)),
      breaks(readyAt(0), blockAt(1)),
      status(503, "not ready"),
      status(504, ""),
      stays(readyAt(1), blockAt(2))
    };
    try (FakeNode node = new FakeNode(replies);
        EventStream stream = subscribe(node).retries(5)) {
      expect(stream, "ready 0", "block 1", "block 2");
      assertEquals(replies.length, node.requests.size());
    }
  }

  @Test
  void failuresInARowEndTheStream() throws IOException {
    FakeNode.Reply busy = status(503, "busy");
    try (FakeNode node = new FakeNode(breaks(readyAt(0)), busy, busy, busy);
        EventStream stream = subscribe(node).retries(3)) {
      expect(stream, "ready 0");
      TransportException failure = failureOf(TransportException.class, stream);
      assertEquals(Reason.HTTP, failure.reason());
      assertEquals(503, failure.status());
      assertEquals("HTTP 503: busy", failure.getMessage());
      assertEquals(Optional.of(cursorAt(0)), stream.cursor());
      assertEquals(4, node.requests.size());
    }
  }

  @Test
  void anEndIsAFailedConnection() throws IOException {
    for (FakeNode.Reply end : List.of(ends(":\n\n"), breaks(":\n\n"), hangUp())) {
      // The JDK's client retries by itself if there was no response at all.
      try (FakeNode node = new FakeNode(end, hangUp(), hangUp());
          EventStream stream = subscribe(node).retries(0)) {
        assertEquals(Reason.CONNECTION, failureOf(TransportException.class, stream).reason());
      }
    }
  }

  @Test
  void theRetriesOfTheClientAreForCalls() throws IOException {
    try (FakeNode node = new FakeNode(status(503, ""), stays(readyAt(0)))) {
      CouloirClient client =
          CouloirClient.builder(node.url()).retries(0).retryDelay(Duration.ZERO).build();
      try (EventStream stream = client.events(EventsQuery.of())) {
        expect(stream, "ready 0");
      }
    }
  }

  @Test
  void aMistakeInTheQueryIsTold() throws IOException {
    String line = "fromHeight: expected a height up to 5: no more, got \"7\"";
    try (FakeNode node = new FakeNode(status(400, line + "\n"));
        EventStream stream = subscribe(node)) {
      QueryException failure = failureOf(QueryException.class, stream);
      assertEquals("fromHeight", failure.field());
      assertEquals(line, failure.getMessage());
    }
  }

  @Test
  void aNodeWithoutEventsIsTold() throws IOException {
    try (FakeNode node = new FakeNode(status(404, "they are off"));
        EventStream stream = subscribe(node)) {
      String message = failureOf(NoEventsException.class, stream).getMessage();
      assertEquals("the node has no events: they are off", message);
    }
  }

  @Test
  void aStatusThatWillNotPassEndsTheStream() throws IOException {
    for (int status : List.of(301, 403, 500)) {
      try (FakeNode node = new FakeNode(status(status, ""));
          EventStream stream = subscribe(node)) {
        TransportException failure = failureOf(TransportException.class, stream);
        assertEquals(Reason.HTTP, failure.reason());
        assertEquals(status, failure.status());
      }
    }
  }

  @Test
  void whatIsNoEventEndsTheStream() throws IOException {
    List<FakeNode.Reply> wrong =
        List.of(
            status(200, "<html>"),
            stays("data: <html>\n\n"),
            stays("data: null\n\n"),
            stays("data: {\"type\":\"ready\"}\n\n"),
            stays(blockAt(7).replace("\"7\"", "{}")));
    for (FakeNode.Reply reply : wrong) {
      try (FakeNode node = new FakeNode(reply);
          EventStream stream = subscribe(node)) {
        assertEquals(Reason.RESPONSE, failureOf(TransportException.class, stream).reason());
      }
    }
  }

  @Test
  void silenceIsABrokenConnection() throws IOException {
    List<FakeNode.Reply> replies = new ArrayList<>(List.of(stays(readyAt(0)), stays(":")));
    // One is enough unless this machine is slow.
    replies.addAll(Collections.nCopies(8, stays(readyAt(0), blockAt(1))));
    try (FakeNode node = new FakeNode(replies.toArray(FakeNode.Reply[]::new));
        EventStream stream = subscribe(node).idleTimeout(SHORT)) {
      expect(stream, "ready 0", "block 1");
    }
  }

  @Test
  void silenceHasAReason() throws IOException {
    for (FakeNode.Reply reply : List.of(silence(), stays(":\n\n"))) {
      try (FakeNode node = new FakeNode(reply)) {
        CouloirClient client = CouloirClient.builder(node.url()).timeout(SHORT).build();
        EventStream stream = client.events(EventsQuery.of()).retries(0).idleTimeout(SHORT);
        assertEquals(Reason.TIMEOUT, failureOf(TransportException.class, stream).reason());
      }
    }
  }

  @Test
  void aSlowReaderIsNoSilence() throws IOException, InterruptedException {
    Duration idle = Duration.ofMillis(200);
    String big = serverEvent("c", "{\"type\":\"new\",\"text\":\"" + "x".repeat(1 << 24) + "\"}");
    try (FakeNode node = new FakeNode(stays(readyAt(0), big));
        EventStream stream = subscribe(node).idleTimeout(idle)) {
      expect(stream, "ready 0");
      Thread.sleep(2 * idle.toMillis());
      assertInstanceOf(StreamEvent.Other.class, stream.next());
    }
  }

  @Test
  void closingTheStreamEndsTheConnection() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(stays(readyAt(0)))) {
      EventStream stream = subscribe(node);
      for (StreamEvent event : stream) {
        assertEquals("ready 0", nameOf(event));
        stream.close();
      }
      node.gone.await();
      assertThrows(NoSuchElementException.class, stream::next);
    }
  }

  @Test
  void closingTheStreamEndsTheWaitOfAnotherThread() throws IOException, InterruptedException {
    for (FakeNode.Reply reply : List.of(silence(), stays())) {
      try (FakeNode node = new FakeNode(reply)) {
        EventStream stream = subscribe(node);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(stream::hasNext);
        node.asked.await();
        stream.close();
        assertFalse(waiting.join());
        node.gone.await();
      }
    }
  }

  @Test
  void closingTheStreamEndsTheWaitForTheNode() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(status(503, ""))) {
      CouloirClient client =
          CouloirClient.builder(node.url()).retryDelay(Duration.ofHours(1)).build();
      EventStream stream = client.events(EventsQuery.of());
      CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(stream::hasNext);
      node.asked.await();
      stream.close();
      assertFalse(waiting.join());
    }
  }

  @Test
  void interruptingTheThreadEndsTheStream() throws IOException, InterruptedException {
    try (FakeNode node = new FakeNode(stays(readyAt(0)))) {
      AtomicReference<Reason> reason = new AtomicReference<>();
      CountDownLatch ready = new CountDownLatch(1);
      Thread thread =
          new Thread(
              () -> {
                EventStream stream = subscribe(node);
                expect(stream, "ready 0");
                ready.countDown();
                Reason thrown = failureOf(TransportException.class, stream).reason();
                reason.set(Thread.currentThread().isInterrupted() ? thrown : null);
              });
      thread.start();
      ready.await();
      thread.interrupt();
      thread.join();
      assertEquals(Reason.INTERRUPTED, reason.get());
      node.gone.await();
    }
  }

  @Test
  void nothingIsSentBeforeAnEventIsAskedFor() throws IOException {
    try (FakeNode node = new FakeNode(stays(readyAt(0)));
        EventStream idle = subscribe(node);
        EventStream stream = subscribe(node)) {
      expect(stream, "ready 0");
      assertEquals(1, node.requests.size());
      assertEquals(Optional.empty(), idle.cursor());
    }
  }

  @Test
  void theOtherProfileHasEventsToo() throws IOException {
    try (FakeNode node = new FakeNode(stays(readyAt(0)));
        EventStream stream = AvalanchegoClient.create(node.url()).events(EventsQuery.of())) {
      expect(stream, "ready 0");
    }
  }

  @Test
  void delaysDoubleUpToTenSecondsAndAreRandom() {
    int[][] expected = {{0, 100}, {1, 200}, {6, 6400}, {7, 10_000}, {1_000_000, 10_000}};
    for (int[] each : expected) {
      List<Duration> delays = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        delays.add(EventStream.reconnectDelay(Duration.ofMillis(100), each[0]));
      }
      Duration most = Duration.ofMillis(each[1]);
      for (Duration delay : delays) {
        assertTrue(delay.compareTo(most) <= 0 && delay.compareTo(most.dividedBy(2)) >= 0);
      }
      assertTrue(delays.stream().distinct().count() > 1);
    }
  }
}
