/**
 * The array of a binary heap after all values were pushed in turn, the least key first: the order in
 * which AvalancheGo writes genesis validators. Go's container/heap
 */
export function heapOrder<Value>(
  values: readonly Value[],
  keyOfValue: (value: Value) => bigint,
): Value[] {
  const heap: Value[] = [];
  for (const value of values) {
    let at = heap.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keyOfValue(heap[at]!) >= keyOfValue(heap[parent]!)) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }
  return heap;
}
