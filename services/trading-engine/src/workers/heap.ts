/** A binary heap: what `isBefore` all others is on top. Push and pop take O(log n), a look at the top nothing. */
export interface Heap<T> {
  readonly size: number
  /** Undefined when it is empty. */
  top(): T | undefined
  push(item: T): void
  pop(): T | undefined
  /** Drops what does not pass. O(n). */
  keep(passes: (item: T) => boolean): void
}

export function createHeap<T>(isBefore: (a: T, b: T) => boolean): Heap<T> {
  let items: T[] = []

  const up = (start: number): void => {
    const item = items[start] as T
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(item, items[parent] as T)) break
      items[at] = items[parent] as T
      at = parent
    }
    items[at] = item
  }

  const down = (start: number): void => {
    const item = items[start] as T
    let at = start
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && isBefore(items[child + 1] as T, items[child] as T)) child += 1
      if (!isBefore(items[child] as T, item)) break
      items[at] = items[child] as T
      at = child
    }
    items[at] = item
  }

  return {
    get size() {
      return items.length
    },
    top: () => items[0],
    push(item) {
      items.push(item)
      up(items.length - 1)
    },
    pop() {
      const first = items[0]
      const last = items.pop()
      if (items.length > 0) {
        items[0] = last as T
        down(0)
      }
      return first
    },
    keep(passes) {
      items = items.filter(passes)
      for (let at = (items.length >> 1) - 1; at >= 0; at--) down(at)
    },
  }
}
