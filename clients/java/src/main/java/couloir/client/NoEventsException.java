package couloir.client;

/** The node has no events: they are switched off, or it is not Couloir. */
public final class NoEventsException extends ClientException {
  private static final long serialVersionUID = 1;

  NoEventsException(String said) {
    super("the node has no events: " + said, null);
  }
}
