/** A cached value, read again on access once it is too old; all calls during a reading share it. */
export function createKeptValue<T>(read: () => Promise<T>, keptMs: number): () => Promise<T> {
  let kept: { readonly until: number; readonly value: T } | null = null
  let reading: Promise<T> | null = null
  return () => {
    if (kept !== null && performance.now() < kept.until) return Promise.resolve(kept.value)
    reading ??= read()
      .then((value) => {
        kept = { until: performance.now() + keptMs, value }
        return value
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
}
