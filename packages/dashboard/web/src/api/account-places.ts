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
