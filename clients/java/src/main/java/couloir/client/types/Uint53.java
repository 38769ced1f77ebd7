package couloir.client.types;

/** Reads integers that a double holds exactly and that are not negative. */
final class Uint53 extends Int53 {
  Uint53() {
    super(0, MAX);
  }
}
