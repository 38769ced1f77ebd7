import com.standardwebhooks.Webhook;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

public class Verify {
  public static void main(String[] args) throws Exception {
    var headers =
        HttpHeaders.of(
            Map.of(
                "webhook-id", List.of(args[1]),
                "webhook-timestamp", List.of(args[2]),
                "webhook-signature", List.of(args[3])),
            (name, value) -> true);
    new Webhook(args[0]).verify(Files.readString(Path.of(args[4])), headers);
  }
}
