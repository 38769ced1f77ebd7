import couloir.client.Batch;
import couloir.client.CouloirClient;
import couloir.client.ErrorName;
import couloir.client.IndexPath;
import couloir.client.RpcException;
import couloir.client.types.Block;
import couloir.client.types.BlockEncoding;
import couloir.client.types.PlatformGetBlockByHeightParams;
import java.math.BigInteger;
import java.time.Duration;

public class Sample {
  public static void main(String[] args) {
    CouloirClient client = CouloirClient.create("http://127.0.0.1:9650");

    // A method creates a call. send waits for its result; sendAsync returns a CompletableFuture.
    BigInteger height = client.platform().getHeight().send().height();
    client.info().getNetworkName().sendAsync().thenAccept(System.out::println).join();

    // Required params are arguments; a record has them all.
    var params = PlatformGetBlockByHeightParams.of(height).withEncoding(BlockEncoding.JSON);
    var latest = client.platform().getBlockByHeight(params).timeout(Duration.ofSeconds(2)).send();
    if (latest.block() instanceof Block block) {
      System.out.println(block);
    }

    // A declared error has a name and the parts of its message.
    try {
      client.info().getBlockchainId("Q").send();
    } catch (RpcException error) {
      if (!error.is(ErrorName.ALIAS_NOT_FOUND)) {
        throw error;
      }
      System.out.println("no chain is called " + error.arguments().get("alias"));
    }

    // Several calls in one request for each API. Each has its own outcome.
    Batch batch = client.batch();
    var supply = batch.add(client.platform().getCurrentSupply());
    var accepted = batch.add(client.index(IndexPath.P_BLOCK).getLastAccepted());
    Batch.Answers answers = batch.send();
    System.out.println(answers.get(supply).supply() + " nAVAX");
    try {
      System.out.println("container " + answers.get(accepted).index());
    } catch (RpcException error) {
      System.out.println("the index says: " + error.getMessage());
    }
  }
}
