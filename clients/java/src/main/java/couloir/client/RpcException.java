package couloir.client;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An error that the node returned. The message names the method and says what is wrong, such as
 * {@code platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"}.
 */
public final class RpcException extends ClientException {
  private static final long serialVersionUID = 1;

  /** The method that was called. */
  private final String method;

  /** The JSON-RPC error code. */
  private final int code;

  /** The message as the node sent it. */
  private final String nodeMessage;

  /** The param that was rejected, or null; serializable, being a record of texts. */
  @SuppressWarnings("serial")
  private final Problem problem;

  /** Further detail, or null. Java does not serialize it. */
  private final transient JsonNode data;

  /** The declared error, or null. */
  private final ErrorName errorName;

  /** The placeholder values; immutable and serializable, which the type does not show. */
  @SuppressWarnings("serial")
  private final Map<String, String> arguments;

  RpcException(
      String method,
      int code,
      String message,
      JsonNode data,
      Recognised recognised,
      Problem problem) {
    super(method + ": " + (problem == null ? message : problem), null);
    this.method = method;
    this.code = code;
    this.nodeMessage = message;
    this.problem = problem;
    this.data = data;
    this.errorName = recognised.name();
    this.arguments = recognised.arguments();
  }

  /** The declared error of a response, or null, and its arguments. */
  record Recognised(ErrorName name, Map<String, String> arguments) {}

  /**
   * The method that was called.
   *
   * @return its name on the wire; {@code a batch} when a whole batch was refused
   */
  public String method() {
    return method;
  }

  /**
   * The JSON-RPC error code.
   *
   * @return the code
   */
  public int code() {
    return code;
  }

  /**
   * The message as the node sent it.
   *
   * @return the node's text
   */
  public String nodeMessage() {
    return nodeMessage;
  }

  /**
   * Returns the param that was rejected: as the node says, or as this client found out.
   *
   * @return the problem, if either knows it
   */
  public Optional<Problem> problem() {
    return Optional.ofNullable(problem);
  }

  /**
   * Returns further details. For invalid params: the field, the expected value and the received
   * value.
   *
   * @return the data, if the node sent any
   */
  public Optional<JsonNode> data() {
    return Optional.ofNullable(data);
  }

  /**
   * Returns the name of the declared error.
   *
   * @return the error's name; empty if this client does not know the error
   */
  public Optional<ErrorName> errorName() {
    return Optional.ofNullable(errorName);
  }

  /**
   * Whether it is a declared error.
   *
   * @param name the name of the error
   * @return whether it has that name
   */
  public boolean is(ErrorName name) {
    return errorName == name;
  }

  /**
   * Returns the values of the placeholders in the declared message.
   *
   * @return the texts by the placeholders' names; empty for an error without a name
   */
  public Map<String, String> arguments() {
    return arguments;
  }
}
