/** One answer of a list: its rows, and where the next page begins; null when there is none. */
export interface Page<T, C> {
  readonly rows: readonly T[]
  readonly next: C | null
}

/**
 * All rows of a list, fetched page by page as they are read: `for await (const trade of account.trades())`. Each row
 * comes once, however many are added while it is read.
 */
export class Rows<T> implements AsyncIterable<T> {
  readonly #pages: () => AsyncGenerator<readonly T[]>

  constructor(pages: () => AsyncGenerator<readonly T[]>) {
    this.#pages = pages
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const rows of this.#pages()) yield* rows
  }

  /** The first `count` rows. */
  async take(count: number): Promise<T[]> {
    const taken: T[] = []
    if (count <= 0) return taken
    for await (const row of this) {
      taken.push(row)
      if (taken.length >= count) break
    }
    return taken
  }

  /** Every row. */
  all(): Promise<T[]> {
    return this.take(Infinity)
  }
}

/** The rows of a list that is read by pages, from the one at `first`. */
export const rowsOf = <T, C>(first: C, fetchPage: (at: C) => Promise<Page<T, C>>): Rows<T> =>
  new Rows(async function* () {
    let at: C | null = first
    while (at !== null) {
      const page: Page<T, C> = await fetchPage(at)
      yield page.rows
      at = page.next
    }
  })

/** Where a list that is read backwards in time goes on: rows of an account have strictly falling times. */
export function nextTo({ headers }: Response): string | null {
  return headers.get('x-has-more') === 'true' ? headers.get('x-next-to') : null
}
