/**
 * Rows of whole numbers below 2^32, ordered by their first one, in typed arrays: what takes an object of 100 bytes
 * elsewhere takes four bytes a figure. Rows are added at the end and dropped from the beginning; a row's place stays
 * what it was.
 */
export interface RowLog {
  /** The first place that is kept, and the one after the last. */
  readonly first: () => number
  readonly end: () => number
  /** The first figure must not be below that of the row before. */
  push(...figures: readonly number[]): void
  get(place: number, column: number): number
  set(place: number, column: number, figure: number): void
  /** The last place whose first figure is at most this; one before `first` when there is none. */
  lastUntil(figure: number): number
  /** Drops rows whose first figure is below this; some may stay. */
  dropBefore(figure: number): void
  /** The memory that its rows take. */
  readonly bytes: () => number
}

const ROWS_PER_CHUNK = 512

export function createRowLog(columns: number): RowLog {
  let chunks: Uint32Array[] = []
  /** Rows that were dropped, whole chunks of them. */
  let dropped = 0
  let end = 0

  const get = (place: number, column: number): number => {
    const row = place - dropped
    return chunks[Math.floor(row / ROWS_PER_CHUNK)]?.[(row % ROWS_PER_CHUNK) * columns + column] ?? NaN
  }
  const set = (place: number, column: number, figure: number): void => {
    const row = place - dropped
    const chunk = chunks[Math.floor(row / ROWS_PER_CHUNK)]
    if (chunk !== undefined) chunk[(row % ROWS_PER_CHUNK) * columns + column] = figure
  }

  function lastUntil(figure: number): number {
    if (end > dropped && get(end - 1, 0) <= figure) return end - 1
    let [known, open] = [dropped - 1, end]
    while (open - known > 1) {
      const middle = Math.floor((known + open) / 2)
      if (get(middle, 0) <= figure) known = middle
      else open = middle
    }
    return known
  }

  return {
    first: () => dropped,
    end: () => end,
    push(...figures) {
      if ((end - dropped) % ROWS_PER_CHUNK === 0) chunks.push(new Uint32Array(ROWS_PER_CHUNK * columns))
      end += 1
      for (let column = 0; column < columns; column++) set(end - 1, column, figures[column] ?? 0)
    },
    get,
    set,
    lastUntil,
    dropBefore(figure) {
      const whole = Math.floor((lastUntil(figure - 1) + 1 - dropped) / ROWS_PER_CHUNK)
      if (whole === 0) return
      chunks = chunks.slice(whole)
      dropped += whole * ROWS_PER_CHUNK
    },
    bytes: () => chunks.length * ROWS_PER_CHUNK * columns * Uint32Array.BYTES_PER_ELEMENT,
  }
}
