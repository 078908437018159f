interface Made<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** Makes the value of each key only once. For few keys: nothing is evicted, unless `made` does. */
export function memoize<K, V>(make: (key: K) => V, made: Made<K, V> = new Map()): (key: K) => V {
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** The same for objects: a value is kept as long as its object is there. */
export const memoizeByObject = <K extends object, V>(make: (key: K) => V): ((key: K) => V) =>
  memoize(make, new WeakMap<K, V>())

/** Makes a value when it is first asked for, and only once. */
export function lazy<V extends object>(make: () => V): () => V {
  let made: V | undefined
  return () => (made ??= make())
}
