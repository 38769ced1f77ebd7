package couloir.client.types;

/** Reads unsigned 32-bit integers, which are numbers. */
final class Uint32 extends Int53 {
  Uint32() {
    super(0, 0xffff_ffffL);
  }
}
