/** Measures JSON before it is parsed, in one pass over its bytes, so that nothing of it is made that is too much. */
import type { Issue } from '@ats/contracts'
import { BODY_BYTES_MAX } from '../read-body.js'

export interface JsonSize {
  /** Names of fields. `JSON.parse` keeps the last of two fields of one name: a value with fewer fields lost one so. */
  readonly names: number
  /** Fields and items, at all depths. */
  readonly values: number
  /** Objects and lists that are in each other. */
  readonly depth: number
}

/** Deeper than any body of ours; bounds the recursion of everything that visits a body. */
const DEPTH_MAX = 32

/** More than any body of ours has: what is wrong with so many can still be said in a few milliseconds. */
const VALUES_MAX = 500

/** Fields and items that a body of a route may have, and as much an item of its list. */
export const valuesMaxOf = (bytesMax = BODY_BYTES_MAX): number => (VALUES_MAX * bytesMax) / BODY_BYTES_MAX

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Exact for valid JSON, except that a blank inside an empty list or object counts as an item. */
export function measureJson(json: Uint8Array): JsonSize {
  let [names, values, depth, deepest] = [0, 0, 0, 0]
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === QUOTE) isInText = !isInText
    else if (byte === BACKSLASH) index++
    else if (isInText) continue
    else if (byte === COLON) names++
    else if (byte === COMMA) values++
    else if (byte === LIST || byte === OBJECT) {
      values++
      deepest = Math.max(deepest, ++depth)
    } else if (byte === LIST_END || byte === OBJECT_END) {
      depth--
      if (json[index - 1] === LIST || json[index - 1] === OBJECT) values--
    }
  }
  return { names, values, depth: deepest }
}

/** The issue of JSON that is too much to be parsed; null when it is not. */
export function excessOf(
  { values, depth }: JsonSize,
  path: Issue['path'],
  noun: string,
  valuesMax: number,
): Issue | null {
  if (depth > DEPTH_MAX)
    return { path, code: 'body.depth', message: `${noun} must not be nested deeper than ${DEPTH_MAX} levels` }
  if (values > valuesMax)
    return { path, code: 'body.size', message: `${noun} must not have more than ${valuesMax} fields and items` }
  return null
}
