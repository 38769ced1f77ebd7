package couloir.client;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The node answered with an error. Its message is the node's words. */
public final class RpcException extends CouloirException {
  private static final long serialVersionUID = 1;

  /** The method that was called. */
  private final String method;

  /** The JSON-RPC error code. */
  private final int code;

  /** Further detail, or null. */
  private final JsonNode data;

  /** The declared error, or null. */
  private final ErrorName errorName;

  /** Its parts; immutable and serializable, which the type does not tell. */
  @SuppressWarnings("serial")
  private final Map<String, String> arguments;

  RpcException(String method, int code, String message, JsonNode data, Recognised recognised) {
    super(message, null);
    this.method = method;
    this.code = code;
    this.data = data;
    this.errorName = recognised.name();
    this.arguments = recognised.arguments();
  }

  /** The declared error that an answer is, or null, and its arguments. */
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
   * Further detail: of a mistake in the params, the field, what was expected and what came.
   *
   * @return the data, if the node sent any
   */
  public Optional<JsonNode> data() {
    return Optional.ofNullable(data);
  }

  /**
   * The declared error that it is.
   *
   * @return the error's name, if it is one that the documents know
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
   * What the placeholders of the declared message stand for.
   *
   * @return the texts by the placeholders' names; empty for an error without a name
   */
  public Map<String, String> arguments() {
    return arguments;
  }
}
