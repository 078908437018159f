/**
 * Gathers the calls that come while others are under way: many concurrent calls go to the database as a few large
 * queries instead of many small ones; a call alone goes immediately. What fails as a batch is tried one by one, so that
 * each call has an outcome of its own. By hand: dataloader bounds neither the batches under way nor a failure to its
 * key.
 */
export interface BatchOptions {
  /** The largest batch. */
  readonly max: number
  /** Batches under way at the same time. */
  readonly concurrency: number
}

/** `load` returns one value for each key, in the order of the keys. */
export function batchLoader<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
  { max, concurrency }: BatchOptions,
): (key: K) => Promise<V> {
  interface Call {
    readonly key: K
    readonly resolve: (value: V) => void
    readonly reject: (error: unknown) => void
  }
  const waiting: Call[] = []
  let running = 0

  async function loadBatch(calls: readonly Call[]): Promise<void> {
    try {
      const values = await load(calls.map(({ key }) => key))
      if (values.length !== calls.length) throw new Error(`${calls.length} keys had ${values.length} values`)
      calls.forEach(({ resolve }, index) => resolve(values[index] as V))
    } catch (error) {
      if (calls.length === 1) calls[0]?.reject(error)
      else for (const call of calls) await loadBatch([call])
    }
  }

  async function run(): Promise<void> {
    running += 1
    // The calls of one turn of the event loop make one batch.
    await Promise.resolve()
    while (waiting.length > 0) await loadBatch(waiting.splice(0, max))
    running -= 1
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (running < concurrency) void run()
    })
}
