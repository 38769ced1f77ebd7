import type { Block } from "../pchain/blocks/block.ts";

/** What a node does, for a display. */
export type Activity =
  | {
      readonly kind: "call";
      readonly method: string;
      readonly durationMs: number;
      /** What the error says that the call returned. */
      readonly error?: string;
      /** Which of its params were ignored. */
      readonly warning?: string;
    }
  | { readonly kind: "block"; readonly block: Block };
