import {
  address,
  bool,
  bytes,
  fixedBytes,
  i64,
  id,
  nodeID,
  shortID,
  u8,
  u16,
  u32,
  u64,
} from "../../../../src/pchain/codec/primitives.ts";
import { checkCodec, fromHex } from "../../../support/check-codec.ts";

const short = "packer has insufficient length for input";

checkCodec("u8", u8, {
  correct: [
    { value: 0, hex: "00", json: 0 },
    { value: 255, hex: "ff", json: 255 },
  ],
  bad: [{ hex: "", error: `couldn't unmarshal uint8: ${short}` }],
});

checkCodec("u16", u16, {
  correct: [{ value: 0x1234, hex: "1234", json: 0x1234 }],
  bad: [{ hex: "12", error: `couldn't unmarshal uint16: ${short}` }],
});

checkCodec("u32", u32, {
  correct: [{ value: 0xffff_fffe, hex: "fffffffe", json: 0xffff_fffe }],
  bad: [{ hex: "ffffff", error: `couldn't unmarshal uint32: ${short}` }],
});

checkCodec("u64", u64, {
  correct: [
    { value: 1n, hex: "0000000000000001", json: 1n },
    { value: 2n ** 64n - 1n, hex: "ffffffffffffffff", json: 2n ** 64n - 1n },
  ],
  bad: [{ hex: "00000000000000", error: `couldn't unmarshal uint64: ${short}` }],
});

checkCodec("i64", i64, {
  correct: [
    { value: -1n, hex: "ffffffffffffffff" },
    { value: -(2n ** 63n), hex: "8000000000000000" },
  ],
  bad: [{ hex: "", error: `couldn't unmarshal int64: ${short}` }],
});

checkCodec("bool", bool, {
  correct: [
    { value: false, hex: "00", json: false },
    { value: true, hex: "01", json: true },
  ],
  bad: [
    { hex: "02", error: "couldn't unmarshal bool: unexpected value when unpacking bool" },
    { hex: "ff", error: "couldn't unmarshal bool: unexpected value when unpacking bool" },
    { hex: "", error: `couldn't unmarshal bool: ${short}` },
  ],
});

checkCodec("fixed bytes", fixedBytes(3), {
  correct: [{ value: fromHex("0102ff"), hex: "0102ff", json: "0x0102ff" }],
  bad: [{ hex: "0102", error: short }],
});

checkCodec("bytes", bytes, {
  correct: [
    { value: fromHex(""), hex: "00000000", json: "0x" },
    { value: fromHex("dead"), hex: "00000002dead", json: "0xdead" },
  ],
  bad: [
    { hex: "000000", error: `couldn't unmarshal slice: ${short}` },
    { hex: "00000003dead", error: short },
    {
      hex: "80000000",
      error:
        "max slice length exceeded; array length, 2147483648, exceeds maximum length, 2147483647",
    },
  ],
});

const twenty = "3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c";

checkCodec("id", id, {
  correct: [
    {
      value: new Uint8Array(32),
      hex: "00".repeat(32),
      json: "11111111111111111111111111111111LpoYY",
    },
  ],
  bad: [{ hex: "00".repeat(31), error: short }],
});

checkCodec("nodeID", nodeID, {
  correct: [
    {
      value: new Uint8Array(20),
      hex: "00".repeat(20),
      json: "NodeID-111111111111111111116DBWJs",
    },
  ],
});

checkCodec("address", address, {
  correct: [
    {
      value: fromHex(twenty),
      hex: twenty,
      json: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
    },
  ],
});

checkCodec("shortID", shortID, {
  correct: [{ value: fromHex(twenty), hex: twenty, json: "6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV" }],
});
