/** A line cut into cells; the header names them. */
export interface Line {
  /** As an editor counts. */
  readonly number: number
  readonly header: readonly string[]
  /** Or why the line could not be cut. */
  readonly cells: readonly string[] | string
}
