/** A value that is read again when it is asked for and older than a while: all who ask in between share one reading. */
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
