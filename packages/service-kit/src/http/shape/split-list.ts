/**
 * Splits the JSON of a long list into pieces that can be parsed one at a time, for `JSON.parse` of all of it is one
 * long step. Checks what is between the pieces; what is in them is checked when they are parsed.
 */
import { endOfText } from './duplicate-keys.js'
import { parseJson } from './parse-body.js'

export interface JsonPiece {
  /** Where it is the list, it begins, and its items follow. */
  readonly kind: 'field' | 'list' | 'item'
  /** The name of the field that it is or is in. */
  readonly name: string
  /** The text of its value; empty for the list. */
  readonly text: string
}

/** Characters of a piece; of one that is longer, one more is read, and nothing after it. */
export const PIECE_LENGTH_MAX = 65_536

/** The text of an object: its fields, and of those named `list` that are lists the items. @throws SyntaxError */
export function* splitList(json: string, list: string): Generator<JsonPiece> {
  let at = afterBlanks(json, take(json, afterBlanks(json, 0), '{'))
  let isFirst = true
  while (json[at] !== '}') {
    if (!isFirst) at = afterBlanks(json, take(json, at, ','))
    isFirst = false
    const nameEnd = endOfText(json, take(json, at, '"') - 1) + 1
    const name = parseJson(json.slice(at, nameEnd)) as string
    at = afterBlanks(json, take(json, afterBlanks(json, nameEnd), ':'))
    if (name === list && json[at] === '[') {
      yield { kind: 'list', name, text: '' }
      at = yield* splitItems(json, at + 1, name)
    } else {
      const end = endOfValue(json, at)
      yield { kind: 'field', name, text: json.slice(at, end) }
      if (end - at > PIECE_LENGTH_MAX) return
      at = end
    }
    at = afterBlanks(json, at)
  }
  if (afterBlanks(json, at + 1) < json.length) throw new SyntaxError('there is more than one value')
}

/** @returns the index after the list */
function* splitItems(json: string, start: number, name: string): Generator<JsonPiece, number> {
  let at = afterBlanks(json, start)
  if (json[at] === ']') return at + 1
  for (;;) {
    const end = endOfValue(json, at)
    yield { kind: 'item', name, text: json.slice(at, end) }
    if (json[end] === ']') return end + 1
    at = take(json, end, ',')
  }
}

function take(json: string, at: number, character: string): number {
  if (json[at] !== character) throw new SyntaxError(`${character} must be at ${at}`)
  return at + 1
}

const BLANKS = /[ \t\n\r]*/y

function afterBlanks(json: string, start: number): number {
  BLANKS.lastIndex = start
  BLANKS.test(json)
  return BLANKS.lastIndex
}

/** Index of the comma or bracket that follows a value; of one too long or without an end, where that shows. */
function endOfValue(json: string, start: number): number {
  const last = Math.min(json.length, start + PIECE_LENGTH_MAX + 1)
  let depth = 0
  let index = start
  for (; index < last; index++) {
    const character = json.charAt(index)
    if (character === '"') index = endOfText(json, index)
    else if (character === '{' || character === '[') depth++
    else if (depth === 0 && ',}]'.includes(character)) return index
    else if (character === '}' || character === ']') depth--
  }
  return Math.min(index, json.length)
}
