/** The peer broke the protocol; the connection is closed and the message is the reason. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}
