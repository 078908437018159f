/** Finds the row of a table of routes by method and path, in a few look-ups. */
import { createOwnWords, type HoldsOwnWord } from './own-words.js'
import type { Method } from './route.js'

export interface Found<T> {
  readonly row: T
  /** Without the query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

interface Row {
  readonly method: Method
  /** Express style, as in Route. */
  readonly path: string
}

/** A place in the tree of segments below a method. */
interface Place<T> {
  readonly named: Map<string, Place<T>>
  /** Where any segment leads. */
  any: Place<T> | null
  end: { readonly row: T; readonly names: readonly string[]; readonly holdsOwnWord: HoldsOwnWord } | null
}

const NO_PARAMS = Object.freeze({})
const PLAIN_SEGMENT = /^[\w.:~-]+$/

/**
 * @returns a function that finds the row for a method and the address of a request, as sent; null where it cannot tell,
 *   for whatever needs a second look: percent-encodings, addresses with a host, HEAD, OPTIONS, unknown paths
 */
export function createPathTable<T extends Row>(rows: readonly T[]): (method: string, url: string) => Found<T> | null {
  const fixed = new Map<string, Map<string, T>>()
  const trees = new Map<string, Place<T>>()
  const ownWords = createOwnWords(rows)
  for (const row of rows) {
    if (!row.path.includes(':')) ofMethod(fixed, row.method, () => new Map<string, T>()).set(row.path, row)
    else plant(ofMethod(trees, row.method, newPlace<T>), row, ownWords(row))
  }
  return (method, url) => {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const row = fixed.get(method)?.get(path)
    if (row !== undefined) return { row, path, params: NO_PARAMS }
    const tree = trees.get(method)
    return tree === undefined ? null : walk(tree, path)
  }
}

const newPlace = <T>(): Place<T> => ({ named: new Map(), any: null, end: null })

function ofMethod<V>(all: Map<string, V>, method: string, make: () => V): V {
  const known = all.get(method)
  if (known !== undefined) return known
  const made = make()
  all.set(method, made)
  return made
}

function plant<T extends Row>(tree: Place<T>, row: T, holdsOwnWord: HoldsOwnWord): void {
  let place = tree
  const names: string[] = []
  for (const segment of segmentsOf(row.path)) {
    if (segment.startsWith(':')) {
      names.push(segment.slice(1))
      place = place.any ??= newPlace()
    } else place = ofMethod(place.named, segment, newPlace<T>)
  }
  place.end ??= { row, names, holdsOwnWord }
}

function walk<T extends Row>(tree: Place<T>, path: string): Found<T> | null {
  let place = tree
  const values: string[] = []
  for (const segment of segmentsOf(path)) {
    const next = place.named.get(segment) ?? (PLAIN_SEGMENT.test(segment) ? place.any : null)
    if (next === null) return null
    if (next === place.any) values.push(segment)
    place = next
  }
  if (place.end === null) return null
  const { row, names, holdsOwnWord } = place.end
  const params: Record<string, string> = {}
  for (const [index, value] of values.entries()) {
    const name = names[index]
    if (name !== undefined) params[name] = value
  }
  return holdsOwnWord(params) ? null : { row, path, params }
}

/** The first one is empty where the path starts with a slash, as all of the table do. */
const segmentsOf = (path: string): readonly string[] => path.split('/')
