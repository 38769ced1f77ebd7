/** The two methods of Node's Buffer that the codec uses, for browsers: scripts/build-site.ts puts this in its place. */
export const Buffer = { prototype: { hexSlice, latin1Slice } };

function hexSlice(this: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; i++) text += this[i]!.toString(16).padStart(2, "0");
  return text;
}

function latin1Slice(this: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(this[i]!);
  return text;
}
