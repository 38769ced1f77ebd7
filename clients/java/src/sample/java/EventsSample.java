import couloir.client.CouloirClient;
import couloir.client.EventStream;
import couloir.client.QueryException;
import couloir.client.types.BlockEvent;
import couloir.client.types.EventTopic;
import couloir.client.types.EventsQuery;
import couloir.client.types.RevertedEvent;
import couloir.client.types.StreamEvent;
import couloir.client.types.ValidatorEvent;
import java.math.BigInteger;
import java.util.List;

/**
 * Prints the blocks and validators of a node from its first block to its tenth, or after a cursor.
 */
public class EventsSample {
  public static void main(String[] args) {
    CouloirClient client = CouloirClient.create("http://127.0.0.1:9650");
    var query = EventsQuery.of().withTopics(List.of(EventTopic.BLOCK, EventTopic.VALIDATOR));
    query = args.length > 0 ? query.withAfter(args[0]) : query.withFromHeight(0);

    try (EventStream events = client.events(query)) {
      for (StreamEvent event : events) {
        if (event instanceof BlockEvent block) {
          System.out.println("block " + block.height() + ": " + block.txIds());
          if (block.height().equals(BigInteger.TEN)) {
            break;
          }
        } else if (event instanceof ValidatorEvent change) {
          System.out.println(change.nodeId() + " weighs " + change.weight());
        } else if (event instanceof RevertedEvent) {
          System.out.println("another chain: read everything again");
        }
      }
      events.cursor().ifPresent(cursor -> System.out.println("resume with " + cursor));
    } catch (QueryException mistake) {
      System.err.println("the node rejected the query: " + mistake.getMessage());
    }
  }
}
