import { constants } from "node:buffer";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { parseJson } from "../../formats/json.ts";
import { versions } from "../version.ts";

/** Increased when the meaning of a state file changes. */
const format = 1;
const magic = "COULOIR-STATE\n";

/** The first line of a state file after its name, as JSON. */
type Header = {
  readonly format: number;
  /** The program that wrote it. */
  readonly program: string;
  readonly networkID: number;
  /** Length and SHA-256 of what follows: the compressed image of a store. */
  readonly byteCount: number;
  readonly sha256: string;
};

/** Why a state file was rejected, and what to do. */
export class StateRefused extends Error {
  override readonly name = "StateRefused";
}

/** The bytes of a state file. */
export async function encodeState(image: Uint8Array, networkID: number): Promise<Uint8Array> {
  const body = await promisify(gzip)(image, { level: 6 });
  const header: Header = {
    format,
    program: versions.application,
    networkID,
    byteCount: body.length,
    sha256: sha256Hex(body),
  };
  return Buffer.concat([Buffer.from(`${magic}${JSON.stringify(header)}\n`), body]);
}

/** The image in a state file, of at most `imageBytesMax` bytes. Throws StateRefused. */
export function decodeState(
  bytes: Uint8Array,
  networkID: number,
  imageBytesMax = Number.POSITIVE_INFINITY,
): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!file.subarray(0, magic.length).equals(Buffer.from(magic))) {
    throw new StateRefused(
      "it is not a Couloir state. Use the result of dev.dumpState or a file that --state wrote.",
    );
  }
  const { header, body } = readParts(file);
  if (header.format !== format) {
    throw new StateRefused(
      `it has format ${header.format}, but this program reads format ${format}. Load it with the program that wrote it, ${header.program}, or start without it.`,
    );
  }
  if (header.networkID !== networkID) {
    throw new StateRefused(
      `it belongs to network ${header.networkID}, but this node runs ${networkID}. Start the node with --network-id=${header.networkID}.`,
    );
  }
  if (body.length !== header.byteCount) {
    throw new StateRefused(
      `it is truncated: it should have ${header.byteCount} bytes after its header, but has ${body.length}. Dump it again, or use another copy.`,
    );
  }
  if (sha256Hex(body) !== header.sha256) {
    throw new StateRefused(
      "it is damaged: its SHA-256 does not match. Dump it again, or use another copy.",
    );
  }
  return inflated(body, imageBytesMax);
}

/** A few bytes may inflate to more than the memory holds. */
function inflated(body: Buffer, bytesMax: number): Buffer {
  const maxOutputLength = Math.min(bytesMax, constants.MAX_LENGTH);
  try {
    return gunzipSync(body, { maxOutputLength });
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    const reason = isTooLong
      ? `its image has more than ${maxOutputLength} bytes. Start a node with --state and that file.`
      : "it is damaged: its image cannot be decompressed. Dump it again, or use another copy.";
    throw new StateRefused(reason, { cause: error });
  }
}

function readParts(file: Buffer): { readonly header: Header; readonly body: Buffer } {
  const end = file.indexOf("\n", magic.length);
  let header: unknown;
  try {
    if (end === -1) throw new Error("no end of line");
    header = parseJson(file.toString("utf8", magic.length, end));
  } catch (error) {
    throw new StateRefused("it is truncated in its header. Dump it again, or use another copy.", {
      cause: error,
    });
  }
  if (!isHeader(header)) {
    throw new StateRefused("its header is damaged. Dump it again, or use another copy.");
  }
  return { header, body: file.subarray(end + 1) };
}

/** Whether it has what the messages name. Other formats may lack the rest. */
function isHeader(value: unknown): value is Header {
  if (typeof value !== "object" || value === null) return false;
  const { format: found, program, networkID, byteCount } = value as Partial<Header>;
  if (typeof found !== "number" || typeof program !== "string") return false;
  return found !== format || (typeof networkID === "number" && typeof byteCount === "number");
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
