/** Makes the value of each object once, and remembers it for as long as the object is there. */
export function onceEach<K extends object, V extends object | null>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
