import { warmProofs } from "../../src/crypto/bls.ts";

// It loads while a node does something else. A test that replays a chain in one turn would verify every proof in the reference,
// at four times the cost.
await warmProofs();
