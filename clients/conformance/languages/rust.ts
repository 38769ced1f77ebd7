import type { Language } from "../language.ts";

/** Plain HTTP is all that a node on this machine needs, and saves the building of a TLS library. */
const plain = ["--locked", "--no-default-features", "--features", "blocking"] as const;

export const rust: Language = {
  name: "rust",
  toolchain: [
    ["cargo", "--version"],
    ["cargo", "fmt", "--version"],
    ["cargo", "clippy", "--version"],
  ],
  steps: [
    { name: "format", command: ["cargo", "fmt", "--check"] },
    {
      name: "lint",
      command: ["cargo", "clippy", "--quiet", ...plain, "--all-targets", "--", "-D", "warnings"],
    },
    {
      name: "document",
      command: ["cargo", "rustdoc", "--quiet", ...plain, "--", "-D", "warnings"],
    },
    { name: "compile and test", command: ["cargo", "test", "--quiet", ...plain] },
  ],
  conformance: ["target/debug/examples/conformance"],
  bench: ["cargo", "run", "--quiet", ...plain, "--release", "--example", "bench", "--"],
};
