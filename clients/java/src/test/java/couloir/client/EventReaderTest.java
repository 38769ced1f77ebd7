package couloir.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forms of Server-Sent Events, cut anywhere. */
final class EventReaderTest {
  private static final String DATA = "{\"text\":\"é漢😀\"}";

  /** The events read from a text in pieces of a given size: ID and data of each event. */
  private static List<String> read(String text, int size) {
    byte[] all = EventTexts.bytes(text);
    EventReader reader = new EventReader();
    List<String> events = new ArrayList<>();
    for (int start = 0; start < all.length; start += size) {
      reader.feed(Arrays.copyOfRange(all, start, Math.min(all.length, start + size)));
      for (var event = reader.next(); event != null; event = reader.next()) {
        events.add(event.id() + " " + new String(event.data(), StandardCharsets.UTF_8));
      }
    }
    return events;
  }

  @Test
  void everyFormOfAStreamIsReadWhereverItIsCut() {
    List<String> forms =
        List.of(
            "id: c\ndata: D\n\n",
            "id: c\r\ndata: D\r\n\r\n",
            "id: c\rdata: D\r\r",
            "id: c\r\ndata: D\n\r",
            "\uFEFFdata: D\nid: c\n\n",
            "id:c\ndata:D\n\n",
            ":\n\n: hello\nid: c\n:data: 1\ndata: D\n:\n\n",
            "retry: 1\n\nid: c\nid: \0\nevent: e\nelse: 1\nword\ndata: D\n\n",
            "id: c\n\ndata: D\n\n",
            "id: b\nevent: e\n\nid: c\ndata: D\n\n",
            "id: c\ndata: D\n\ndata: cut\n",
            "id: c\ndata: D\n\ndata: cut");
    for (String form : forms) {
      String text = form.replace("D", DATA);
      for (int size = 1; size <= EventTexts.bytes(text).length; size++) {
        assertEquals(List.of("c " + DATA), read(text, size), form + " by " + size);
      }
    }
  }

  @Test
  void linesOfDataAreJoined() {
    String text = "data: a\r\ndata\r\ndata:  b\r\n\r\ndata: \n\n";
    for (int size = 1; size <= text.length(); size++) {
      assertEquals(List.of(" a\n\n b", " "), read(text, size));
    }
  }

  @Test
  void aCrDoesNotWaitForItsLf() {
    EventReader reader = new EventReader();
    reader.feed(EventTexts.bytes("data: a\r\r"));
    assertEquals(1, reader.next().data().length);
    reader.feed(EventTexts.bytes("\ndata: bb\n\n"));
    assertEquals(2, reader.next().data().length);
    assertNull(reader.next());
  }
}
