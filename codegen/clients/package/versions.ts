/**
 * What generated packages need of their languages: the oldest release that its makers support and that our tests cover.
 * `npm run current` prints the newest of each beside these.
 */
export const versions = {
  node: "22",
  nodeTypes: "22",
  typescript: "7.0.2",
  go: "1.26",
  javaRelease: "17",
  python: "3.11",
  rust: "1.88",
  rustEdition: "2024",
  ws: "8.18",
  wsTypes: "8.18",
} as const;
