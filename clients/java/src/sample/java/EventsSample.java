import couloir.client.CouloirClient;
import couloir.client.EventStream;
import couloir.client.QueryException;
import couloir.client.types.BlockEvent;
import couloir.client.types.EventTopic;
import couloir.client.types.EventsQuery;
import couloir.client.types.RevertedEvent;
import couloir.client.types.StreamEvent;
import couloir.client.types.ValidatorEvent;
import java.util.List;

/** Prints blocks and validators as they arrive, and resumes where an earlier run ended. */
public class EventsSample {
  public static void main(String[] args) {
    CouloirClient client = CouloirClient.create("http://127.0.0.1:9650");
    var query = EventsQuery.of().withTopics(List.of(EventTopic.BLOCK, EventTopic.VALIDATOR));
    if (args.length > 0) {
      query = query.withAfter(args[0]);
    }

    try (EventStream events = client.events(query)) {
      for (StreamEvent event : events) {
        if (event instanceof BlockEvent block) {
          System.out.println("block " + block.height() + ": " + block.txIds());
        } else if (event instanceof ValidatorEvent change) {
          System.out.println(change.nodeId() + " weighs " + change.weight());
        } else if (event instanceof RevertedEvent) {
          System.out.println("another chain: read everything anew");
        }
        events.cursor().ifPresent(cursor -> System.out.println("go on with " + cursor));
      }
    } catch (QueryException mistake) {
      System.err.println("the node rejected the query: " + mistake.getMessage());
    }
  }
}
