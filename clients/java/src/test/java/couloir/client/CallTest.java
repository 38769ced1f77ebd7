package couloir.client;

import static couloir.client.FakeNode.answers;
import static couloir.client.FakeNode.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import couloir.client.types.BanffStandardBlock;
import couloir.client.types.BaseTx;
import couloir.client.types.Block;
import couloir.client.types.BlockEncoding;
import couloir.client.types.CurrentValidator;
import couloir.client.types.HeightParam;
import couloir.client.types.PlatformGetBlockByHeightParams;
import couloir.client.types.PlatformGetTxParams;
import couloir.client.types.PlatformGetValidatorsAtParams;
import couloir.client.types.ProposedHeight;
import couloir.client.types.TxStatus;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** How calls are sent and responses are read. */
final class CallTest {
  private static final BigInteger MOST = new BigInteger("18446744073709551615");

  private static <R> R answering(String members, Function<CouloirClient, Call<R>> call)
      throws IOException {
    try (FakeNode node = new FakeNode(answers(members))) {
      return call.apply(CouloirClient.create(node.url())).send();
    }
  }

  private static String sentParams(Function<CouloirClient, Call<?>> call, String members)
      throws IOException {
    try (FakeNode node = new FakeNode(answers(members))) {
      call.apply(CouloirClient.create(node.url())).send();
      return node.requests.get(0).body().path("params").toString();
    }
  }

  @Test
  void aCallWithoutParamsSendsNone() throws IOException {
    try (FakeNode node = new FakeNode(answers("\"result\":{\"height\":\"" + MOST + "\"}"))) {
      CouloirClient client = CouloirClient.create(node.url() + "/");
      assertEquals(MOST, client.platform().getHeight().send().height());
      FakeNode.Request request = node.requests.get(0);
      assertEquals(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"platform.getHeight\"}",
          request.body().toString());
      assertTrue(request.head().startsWith("POST /ext/bc/P HTTP/1.1\r\n"));
      assertTrue(request.head().contains("content-type: application/json\r\n"));
    }
  }

  @Test
  void aUrlOfAnApiIsThatOfTheNode() throws IOException {
    for (String path : List.of("/ext/bc/P", "/ext/info", "/ext/bc/P/", "/ext/index/P/block")) {
      try (FakeNode node = new FakeNode(answers("\"result\":{\"height\":\"5\"}"))) {
        CouloirClient.create(node.url() + path).platform().getHeight().send();
        assertTrue(node.requests.get(0).head().startsWith("POST /ext/bc/P HTTP/1.1\r\n"), path);
      }
    }
  }

  @Test
  void paramsHaveTheirWireNamesAndBigIntegersAreText() throws IOException {
    String members = "\"result\":{\"validators\":{\"NodeID-1\":\"5\"}}";
    var params = PlatformGetValidatorsAtParams.of(HeightParam.of(MOST)).withSubnetId("2X");
    var result = answering(members, client -> client.platform().getValidatorsAt(params));
    assertEquals(Map.of("NodeID-1", BigInteger.valueOf(5)), result.validators());
    assertEquals(
        "{\"height\":\"18446744073709551615\",\"subnetID\":\"2X\"}",
        sentParams(client -> client.platform().getValidatorsAt(params), members));
    assertEquals(
        "{\"height\":\"proposed\"}",
        sentParams(client -> client.platform().getValidatorsAt(ProposedHeight.PROPOSED), members));
  }

  @Test
  void aLongStandsForABigInteger() throws IOException {
    String members = "\"result\":{\"block\":\"0x00\",\"encoding\":\"hex\"}";
    assertEquals(
        "{\"height\":\"7\"}", sentParams(client -> client.platform().getBlockByHeight(7), members));
  }

  @Test
  void whatIsRequiredMustBeGiven() {
    assertThrows(NullPointerException.class, () -> PlatformGetTxParams.of(null));
  }

  @Test
  void eachPathOfTheIndexIsAnApi() throws IOException {
    try (FakeNode node = new FakeNode(answers("\"result\":{\"isAccepted\":true}"))) {
      CouloirClient client = CouloirClient.create(node.url());
      assertTrue(client.index(IndexPath.X_TX).isAccepted("2X").send().isAccepted());
      assertTrue(node.requests.get(0).head().startsWith("POST /ext/index/X/tx HTTP/1.1\r\n"));
    }
  }

  @Test
  void aBlockIsOfTheFormThatItsMembersTell() throws IOException {
    String tx =
        "{\"unsignedTx\":{\"networkID\":1,\"blockchainID\":\"c\",\"outputs\":[],\"inputs\":[],"
            + "\"memo\":\"0x\"},\"credentials\":[],\"id\":\"d\"}";
    String members =
        "\"result\":{\"encoding\":\"json\",\"block\":{\"parentID\":\"a\",\"height\":"
            + MOST
            + (",\"id\":\"b\",\"time\":1,\"txs\":[" + tx + "]}}");
    var params = PlatformGetBlockByHeightParams.of(MOST).withEncoding(BlockEncoding.JSON);
    var result = answering(members, client -> client.platform().getBlockByHeight(params));
    Block block = assertInstanceOf(Block.class, result.block());
    BanffStandardBlock standard = assertInstanceOf(BanffStandardBlock.class, block);
    assertEquals(MOST, standard.height());
    assertEquals("0x", assertInstanceOf(BaseTx.class, standard.txs().get(0).unsignedTx()).memo());
    String written = Json.MAPPER.valueToTree(result).path("block").path("txs").get(0).toString();
    assertEquals(Json.MAPPER.readTree(tx), Json.MAPPER.readTree(written));
  }

  @Test
  void whatTheDocumentsDoNotKnowIsKept() throws IOException {
    String members = "\"result\":{\"validators\":[{\"nodeID\":\"NodeID-1\",\"quorum\":3}]}";
    var result = answering(members, client -> client.platform().getCurrentValidators());
    var other = assertInstanceOf(CurrentValidator.Other.class, result.validators().get(0));
    assertEquals(3, other.json().path("quorum").asInt());

    String status = "\"result\":{\"status\":\"Vanished\"}";
    var found = answering(status, client -> client.platform().getTxStatus("2X"));
    assertEquals(TxStatus.UNRECOGNIZED, found.status());
    assertEquals(Optional.empty(), found.reason());
  }

  @Test
  void whatMayBeNullIsOptionalAndStaysNull() throws IOException {
    String subnet =
        "{\"isPermissioned\":true,\"controlKeys\":[],\"threshold\":\"1\",\"locktime\":\"0\","
            + "\"subnetTransformationTxID\":\"1\",\"conversionID\":\"1\","
            + "\"managerChainID\":\"1\",\"managerAddress\":null}";
    var result = answering("\"result\":" + subnet, client -> client.platform().getSubnet("2X"));
    assertEquals(Optional.empty(), result.managerAddress());
    assertEquals(Json.MAPPER.readTree(subnet), Json.MAPPER.valueToTree(result));
  }

  @Test
  void theProfileOfAvalanchegoHasFormsOfItsOwn() throws IOException {
    String members = "\"result\":{\"NodeID-1\":{\"publicKey\":null,\"weight\":\"7\"}}";
    try (FakeNode node = new FakeNode(answers(members))) {
      AvalanchegoClient client = AvalanchegoClient.create(node.url());
      var validators = client.platform().getValidatorsAt().send();
      assertEquals(BigInteger.valueOf(7), validators.get("NodeID-1").weight());
      assertEquals("{}", node.requests.get(0).body().path("params").toString());
    }
  }

  @Test
  void aDeclaredErrorHasItsArguments() {
    String members = error(-32000, "there is no ID with alias: Q");
    RpcException failure =
        assertThrows(
            RpcException.class,
            () -> answering(members, client -> client.info().getBlockchainId("Q")));
    assertEquals(-32000, failure.code());
    assertEquals("info.getBlockchainID", failure.method());
    assertTrue(failure.is(ErrorName.ALIAS_NOT_FOUND));
    assertEquals(Map.of("alias", "Q"), failure.arguments());
    assertEquals("info.getBlockchainID: there is no ID with alias: Q", failure.getMessage());
    assertEquals(Optional.empty(), failure.data());
  }

  @Test
  void theFormThatSaysMostWins() {
    String members = error(-32000, "problem retrieving private key: not found");
    RpcException failure =
        assertThrows(
            RpcException.class,
            () -> answering(members, client -> client.platform().exportKey("a", "b", "c")));
    assertEquals(Optional.of(ErrorName.PRIVATE_KEY_NOT_FOUND), failure.errorName());
  }

  @Test
  void fixedTextsAreFoundFromTheEndAndInLinearTime() {
    ErrorForm form = ErrorForm.of(1, "start ({first}) > last ({last})");
    assertEquals(
        Map.of("first", "5) > last (4", "last", "3"),
        form.match(1, "start (5) > last (4) > last (3)"));
    assertEquals(Map.of("first", "", "last", ""), form.match(1, "start () > last ()"));
    assertEquals(null, form.match(1, "start ()"));
    assertEquals(null, form.match(2, "start () > last ()"));
    assertEquals(Map.of(), ErrorForm.of(1, "same").match(1, "same"));
    assertEquals(null, ErrorForm.of(1, "same").match(1, "same again"));
    ErrorForm long3 = ErrorForm.of(1, "{a} at {b} under {c})");
    assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> assertEquals(null, long3.match(1, " at ".repeat(500_000) + ")")));
  }

  @Test
  void anErrorThatTheMethodDoesNotDeclareHasNoName() {
    String members = error(-32000, "there is no ID with alias: Q");
    RpcException failure =
        assertThrows(
            RpcException.class, () -> answering(members, client -> client.platform().getHeight()));
    assertEquals(Optional.empty(), failure.errorName());
    assertEquals(Map.of(), failure.arguments());
  }

  @Test
  void theDataOfAMistakeTellsTheField() {
    String members =
        "\"error\":{\"code\":-32602,\"message\":\"Invalid params\","
            + "\"data\":{\"field\":\"id\",\"expected\":\"an ID\",\"got\":\"Q\"}}";
    RpcException failure =
        assertThrows(
            RpcException.class, () -> answering(members, client -> client.platform().getTx("Q")));
    assertTrue(failure.is(ErrorName.INVALID_PARAMS));
    assertEquals("id", failure.arguments().get("field"));
    assertEquals("Q", failure.data().orElseThrow().path("got").stringValue());
  }

  @Test
  void anAnswerOfAnotherFormIsRefused() {
    for (String members :
        new String[] {
          "\"result\":{\"height\":\"many\"}",
          "\"result\":{}",
          "\"result\":[]",
          "\"result\":null",
          "\"error\":{\"code\":\"-32000\",\"message\":\"not found\"}",
          "\"error\":{\"code\":4294967296,\"message\":\"not found\"}",
          "\"error\":{\"code\":-32000}",
          "\"error\":5,\"result\":{\"height\":\"7\"}",
          "\"other\":1"
        }) {
      TransportException failure =
          assertThrows(
              TransportException.class,
              () -> answering(members, client -> client.platform().getHeight()),
              members);
      assertEquals(TransportException.Reason.RESPONSE, failure.reason(), members);
    }
  }

  @Test
  void aPartOfAnotherTypeIsRefusedByItsName() {
    for (String height :
        new String[] {"\"\"", "\" 5\"", "\"+5\"", "1.5", "\"18446744073709551616\"", "-1"}) {
      assertRefused(
          "platform.getHeight: height: expected an integer",
          "{\"height\":" + height + "}",
          client -> client.platform().getHeight());
    }
    for (String network : new String[] {"-1", "4294967296", "1180591620717411303424", "true"}) {
      assertRefused(
          "platform.getBlock: block.tx.unsignedTx.networkID: expected an integer",
          "{\"encoding\":\"json\",\"block\":{\"parentID\":\"p\",\"height\":1,\"id\":\"i\","
              + "\"tx\":{\"id\":\"i\",\"credentials\":[],\"unsignedTx\":{\"networkID\":"
              + network
              + ",\"blockchainID\":\"b\",\"outputs\":[],\"inputs\":[],\"memo\":\"0x\","
              + "\"sourceChain\":\"s\",\"importedInputs\":[]}}}}",
          client -> client.platform().getBlock("b"));
    }
    assertRefused(
        "platform.getBlock: block: expected text or an object",
        "{\"encoding\":\"json\",\"block\":5}",
        client -> client.platform().getBlock("b"));
    assertRefused(
        "platform.getBlockchains: blockchains[0]: expected a value, got null",
        "{\"blockchains\":[null]}",
        client -> client.platform().getBlockchains());
    assertRefused(
        "platform.getBlockchainStatus: status: expected text",
        "{\"status\":0}",
        client -> client.platform().getBlockchainStatus("P"));
  }

  private static void assertRefused(
      String text, String result, Function<CouloirClient, Call<?>> make) {
    TransportException failure =
        assertThrows(
            TransportException.class,
            () -> answering("\"result\":" + result, client -> make.apply(client)),
            result);
    assertTrue(failure.getMessage().startsWith(text), failure.getMessage());
  }

  @Test
  void aResponseOfTooManyValuesIsRefused() {
    String result = "\"result\":{\"height\":\"7\",\"more\":[" + "{},".repeat(1 << 21) + "{}]}";
    TransportException failure =
        assertThrows(
            TransportException.class,
            () -> answering(result, client -> client.platform().getHeight()));
    String said = "/ext/bc/P: the response has more than 4194304 values";
    assertTrue(failure.getMessage().endsWith(said), failure.getMessage());
  }

  @Test
  void whatFollowsAResponseIsRefused() throws IOException {
    String whole = "{\"jsonrpc\":\"2.0\",\"result\":{\"height\":\"1\"},\"id\":1}";
    for (String more : new String[] {"x", "{}", "1"}) {
      try (FakeNode node = new FakeNode(FakeNode.status(200, whole + more))) {
        var call = CouloirClient.create(node.url()).platform().getHeight();
        assertThrows(TransportException.class, call::send, more);
      }
    }
  }

  @Test
  void theAnswerToAnotherCallIsRefused() throws IOException {
    String stranger = "{\"jsonrpc\":\"2.0\",\"result\":{\"height\":\"1\"},\"id\":99}";
    try (FakeNode node = new FakeNode(FakeNode.status(200, stranger))) {
      var call = CouloirClient.create(node.url()).platform().getHeight();
      TransportException failure = assertThrows(TransportException.class, call::send);
      assertEquals(
          "platform.getHeight: the response is not that to this call", failure.getMessage());
    }
  }

  @Test
  void aUrlThatIsNotValidMakesNoClient() {
    assertThrows(IllegalArgumentException.class, () -> CouloirClient.create("127.0.0.1:9650"));
  }
}
