/** A part of a list, newest first, and where the next one begins: null after the last. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextTo: string | null
}

/** The page of a list that is read by time (`X-Has-More`, `X-Next-To`). */
export const pageOf = <Row>(rows: readonly Row[], headers: Headers): Page<Row> => ({
  rows,
  nextTo: headers.get('x-has-more') === 'true' ? headers.get('x-next-to') : null,
})

/** Rows at most in a file: beyond it a span of time has to be chosen. */
export const EXPORT_ROWS_MAX = 100_000

/** Every row of a list, page by page, until there are no more of them or `rowsMax` are read. */
export async function readAllPages<Row>(
  read: (to: string | undefined) => Promise<Page<Row>>,
  rowsMax = EXPORT_ROWS_MAX,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let to: string | undefined
  while (rows.length < rowsMax) {
    const page = await read(to)
    rows.push(...page.rows)
    if (page.nextTo === null || page.rows.length === 0 || page.nextTo === to) break
    to = page.nextTo
  }
  return rows.slice(0, rowsMax)
}
