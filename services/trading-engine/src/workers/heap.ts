/**
 * A binary heap: the item that `isBefore` all others is on top. A look at the top costs nothing; push and remove take
 * O(log n), of any item, since each keeps its place.
 */
export interface Heap<T extends HeapItem> {
  readonly size: number
  /** Undefined when it is empty. */
  top(): T | undefined
  /** The item must be in no heap. */
  push(item: T): void
  /** The item must be in this heap. */
  remove(item: T): void
}

/** The place is the heap's own: -1 while the item is in none. */
export interface HeapItem {
  place: number
}

export function createHeap<T extends HeapItem>(isBefore: (a: T, b: T) => boolean): Heap<T> {
  const items: T[] = []

  const put = (item: T, at: number): void => {
    items[at] = item
    item.place = at
  }

  const up = (item: T, start: number): void => {
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(item, items[parent] as T)) break
      put(items[parent] as T, at)
      at = parent
    }
    put(item, at)
  }

  const down = (item: T, start: number): void => {
    let at = start
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && isBefore(items[child + 1] as T, items[child] as T)) child += 1
      if (!isBefore(items[child] as T, item)) break
      put(items[child] as T, at)
      at = child
    }
    put(item, at)
  }

  return {
    get size() {
      return items.length
    },
    top: () => items[0],
    push(item) {
      up(item, items.length)
    },
    remove(item) {
      const { place } = item
      if (items[place] !== item) throw new Error('the item is not in this heap')
      item.place = -1
      const last = items.pop() as T
      if (last === item) return
      const isAbove = place > 0 && isBefore(last, items[(place - 1) >> 1] as T)
      if (isAbove) up(last, place)
      else down(last, place)
    },
  }
}
