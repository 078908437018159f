/** Words in the place of a parameter that are paths of their own: `cancel-all` is no order, whatever the method. */

interface Row {
  /** Express style, as in Route. */
  readonly path: string
}

/** Tells whether parameters of the row hold a word that another row of the table has in their place. */
export type HoldsOwnWord = (params: Readonly<Record<string, string>>) => boolean

export function createOwnWords(rows: readonly Row[]): (row: Row) => HoldsOwnWord {
  const paths = [...new Set(rows.map(({ path }) => path))].map((path) => path.split('/'))
  return ({ path }) => {
    const segments = path.split('/')
    const others = segments.some(isParameter) ? paths.filter((other) => isMoreExact(other, segments)) : []
    if (others.length === 0) return NEVER
    const words = segments.flatMap((segment, index) =>
      isParameter(segment) ? [{ name: segment.slice(1), index }] : [],
    )
    return (params) =>
      others.some((other) =>
        words.every(({ name, index }) => isParameter(other[index] ?? '') || other[index] === params[name]),
      )
  }
}

const NEVER: HoldsOwnWord = () => false

const isParameter = (segment: string): boolean => segment.startsWith(':')

/** The same path, but for a word where this one has a parameter. */
const isMoreExact = (other: readonly string[], segments: readonly string[]): boolean =>
  other.length === segments.length &&
  segments.every((segment, index) => isParameter(segment) || other[index] === segment) &&
  segments.some((segment, index) => isParameter(segment) && !isParameter(other[index] ?? ''))
