/** Where a page of accounts begins: the newest are read by time, those nearest to a floor by their rank. */
export interface Place {
  readonly to?: string
  readonly offset?: number
}

/** Where the next page begins, null after the last. An empty page ends the list, whatever its headers say. */
export function nextPlace(
  sort: 'created_at' | 'headroom',
  { offset = 0 }: Place,
  rows: number,
  headers: Headers,
): Place | null {
  if (rows === 0 || headers.get('x-has-more') !== 'true') return null
  if (sort === 'headroom') return { offset: offset + rows }
  const to = headers.get('x-next-to')
  return to === null ? null : { to }
}

/** The rows of several pages, each account once: those nearest to a floor change places between two pages. */
export function eachOnce<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => seen.size < seen.add(id).size)
}
