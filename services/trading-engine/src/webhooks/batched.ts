/**
 * Gathers the calls that come while others are under way: with many at once, a few large questions go to the database
 * instead of many small ones; a call alone goes at once. What fails together is tried one by one, so that
 * each call has an outcome of its own.
 */
export interface BatchOptions {
  /** Calls taken together at most. */
  readonly max: number
  /** Batches under way at once. */
  readonly atOnce: number
}

/** `all` answers in the order of what it was given, one answer each. */
export function batchLoader<Q, A>(
  all: (questions: readonly Q[]) => Promise<readonly A[]>,
  { max, atOnce }: BatchOptions,
): (question: Q) => Promise<A> {
  interface Call {
    readonly question: Q
    readonly resolve: (answer: A) => void
    readonly reject: (error: unknown) => void
  }
  const waiting: Call[] = []
  let running = 0

  async function answer(calls: readonly Call[]): Promise<void> {
    try {
      const answers = await all(calls.map(({ question }) => question))
      if (answers.length !== calls.length) throw new Error(`${calls.length} questions had ${answers.length} answers`)
      calls.forEach(({ resolve }, index) => resolve(answers[index] as A))
    } catch (error) {
      if (calls.length === 1) calls[0]?.reject(error)
      else for (const call of calls) await answer([call])
    }
  }

  async function run(): Promise<void> {
    running += 1
    // What is asked in the same turn goes together.
    await Promise.resolve()
    while (waiting.length > 0) await answer(waiting.splice(0, max))
    running -= 1
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (running < atOnce) void run()
    })
}
