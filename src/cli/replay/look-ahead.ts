/** Passes items on in their order, each once `see` was given the `count` items behind it. */
export async function* lookAhead<Item>(
  items: AsyncIterable<Item>,
  count: number,
  see: (item: Item) => void,
): AsyncIterable<Item> {
  const ahead: Item[] = [];
  for await (const item of items) {
    see(item);
    ahead.push(item);
    if (ahead.length > count) yield ahead.shift()!;
  }
  yield* ahead;
}
