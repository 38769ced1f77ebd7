const finalText = 0x81;
const in16Bits = 126;
const in64Bits = 127;

/** A text as a server sends it over a WebSocket: one frame, not masked. RFC 6455, section 5.2 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([header(payload.length), payload]);
}

function header(payloadBytes: number): Buffer {
  if (payloadBytes < in16Bits) return Buffer.from([finalText, payloadBytes]);
  if (payloadBytes <= 0xffff) {
    const short = Buffer.from([finalText, in16Bits, 0, 0]);
    short.writeUInt16BE(payloadBytes, 2);
    return short;
  }
  const long = Buffer.alloc(10);
  long.set([finalText, in64Bits]);
  long.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return long;
}
