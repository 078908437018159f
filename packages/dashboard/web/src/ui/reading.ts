/** A value that was read, when, and what is wrong with reading it now. */
export interface Reading<T> {
  readonly value: T | undefined
  /** When the value was true: milliseconds since the epoch, null before there is one. */
  readonly at: number | null
  /** The reason why there is no newer value. */
  readonly problem: Error | null
}

/** The part of a query's result that a reading is made of. */
interface QueryState<T> {
  readonly data: T | undefined
  readonly dataUpdatedAt: number
  readonly error: Error | null
}

export const readingOf = <T>({ data, dataUpdatedAt, error }: QueryState<T>): Reading<T> => ({
  value: data,
  at: data === undefined ? null : dataUpdatedAt,
  problem: error,
})

/** The newer of what a query and the stream have told: while there is a stream, it matters not that a query failed. */
export function newerOf<T>(
  query: Reading<T>,
  live: { readonly value: T; readonly at: number } | undefined,
  isStreaming: boolean,
): Reading<T> {
  if (live === undefined || (query.at !== null && query.at > live.at)) return query
  return { value: live.value, at: live.at, problem: isStreaming ? null : query.problem }
}

/** A part of what was read. */
export const mapReading = <T, U>({ value, at, problem }: Reading<T>, part: (value: T) => U): Reading<U> => ({
  value: value === undefined ? undefined : part(value),
  at,
  problem,
})
