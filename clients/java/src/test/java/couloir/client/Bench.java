package couloir.client;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the CPU time of a call through the client with a call written by hand with the same
 * libraries. Both share one HTTP client and take turns, because the cost of its threads depends on
 * the cores they run on.
 */
final class Bench {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Calls of each kind, five times, before anything counts: the JVM compiles meanwhile. */
  private static final int WARM_CALLS = 4000;

  private static final int TURNS = 10;

  private Bench() {}

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    int rounds = Integer.parseInt(args[1]);
    int calls = Integer.parseInt(args[2]);
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    URI address = URI.create(args[0] + "/ext/bc/P");
    CouloirClient client = CouloirClient.builder(args[0]).httpClient(http).build();
    Work byHand = () -> byHand(http, address);
    Work byClient = () -> client.platform().getHeight().send().height();
    for (int warm = 0; warm < 5; warm++) {
      micros(byHand, WARM_CALLS);
      micros(byClient, WARM_CALLS);
    }
    for (int round = 0; round < rounds; round++) {
      double hand = 0;
      double own = 0;
      for (int turn = 0; turn < TURNS; turn++) {
        if ((round + turn) % 2 == 0) {
          hand += micros(byHand, calls / TURNS);
          own += micros(byClient, calls / TURNS);
        } else {
          own += micros(byClient, calls / TURNS);
          hand += micros(byHand, calls / TURNS);
        }
      }
      System.out.printf(
          Locale.ROOT,
          "{\"byHandMicros\":%.3f,\"clientMicros\":%.3f}%n",
          hand / TURNS,
          own / TURNS);
    }
  }

  private static BigInteger byHand(HttpClient http, URI address)
      throws IOException, InterruptedException {
    var request = MAPPER.createObjectNode();
    request.put("jsonrpc", "2.0").put("id", 1).put("method", "platform.getHeight");
    HttpRequest post =
        HttpRequest.newBuilder(address)
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(request)))
            .build();
    byte[] answer = http.send(post, BodyHandlers.ofByteArray()).body();
    return new BigInteger(MAPPER.readTree(answer).path("result").path("height").stringValue());
  }

  /** CPU time of the process for each call. */
  private static double micros(Work work, int calls) throws IOException, InterruptedException {
    long start = cpuNanos();
    for (int i = 0; i < calls; i++) {
      work.run();
    }
    return (cpuNanos() - start) / 1e3 / calls;
  }

  /** Linux counts nanoseconds per thread; elsewhere the JVM reports hundredths of a second. */
  private static long cpuNanos() throws IOException {
    Path tasks = Path.of("/proc/self/task");
    if (!Files.isReadable(tasks)) {
      var system = ManagementFactory.getOperatingSystemMXBean();
      return ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime();
    }
    long nanos = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        nanos += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
      }
    }
    return nanos;
  }
}
