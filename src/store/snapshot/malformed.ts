/** Content that is not that of a snapshot. */
export class SnapshotMalformed extends Error {
  override readonly name = "SnapshotMalformed";
}
