import { expect } from "vitest";

// Vitest compares bytes one by one, as members of an object.
expect.addEqualityTesters([
  (a, b) => {
    const areBytes = a instanceof Uint8Array && b instanceof Uint8Array;
    if (!areBytes || a.constructor !== b.constructor) return undefined;
    return Buffer.compare(a, b) === 0;
  },
]);
