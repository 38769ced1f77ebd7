import { readdirSync, readFileSync } from "node:fs";
import { parseTranscript, type Transcript } from "./io-file.ts";

/** A transcript with its place in test/transcripts. */
export type PlacedTranscript = Transcript & {
  /** The method's name, or a topic that is not a method. */
  readonly folder: string;
  /** `<folder>/<case>` */
  readonly name: string;
};

const root = new URL("../transcripts/", import.meta.url);

/** Reads every transcript, in the order of their names. Throws with the file's name where one is malformed. */
export function readTranscripts(): PlacedTranscript[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .sort()
    .flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root))
        .sort()
        .map((file) => readOne(folder, file)),
    );
}

/** Reads the transcript `<folder>/<case>`. */
export function readTranscript(name: string): PlacedTranscript {
  const [folder, file] = name.split("/");
  return readOne(folder!, `${file}.io`);
}

function readOne(folder: string, file: string): PlacedTranscript {
  const name = `${folder}/${file}`;
  if (!file.endsWith(".io")) throw new Error(`test/transcripts/${name} is no .io file`);
  try {
    const text = readFileSync(new URL(name, root), "utf8");
    return { ...parseTranscript(text), folder, name: name.slice(0, -".io".length) };
  } catch (error) {
    throw new Error(`test/transcripts/${name}: ${(error as Error).message}`);
  }
}
