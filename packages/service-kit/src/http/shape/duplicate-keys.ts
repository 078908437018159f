import type { Issue } from '@ats/contracts'
import { DEPTH_MAX, shownName } from './sanitize.js'

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/**
 * How many names of fields stand in a text that is valid JSON. `JSON.parse` keeps the last of two fields of one name
 * without a word: a value with fewer fields than its text had names lost one so. Every body is counted, and only where
 * the counts differ is the text looked at again.
 */
export function countNames(json: Uint8Array): number {
  let names = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === QUOTE) isInText = !isInText
    else if (byte === BACKSLASH) index++
    else if (byte === COLON && !isInText) names++
  }
  return names
}

/** The open value at a place in the text: an object with the names read so far, or a list. */
interface Level {
  readonly names: Map<string, number> | null
  isBeforeName: boolean
  /** Name of the field or index of the item that is being read. */
  at: string | number
}

/** An issue for each name that an object has more than once, in a text that is valid JSON. */
export function findDuplicateKeys(json: string): readonly Issue[] {
  const issues: Issue[] = []
  for (const issue of duplicateKeys(json)) if (issue !== null) issues.push(issue)
  return issues
}

/** Characters between two nulls. */
const LENGTH_AT_A_TIME = 32_768

/** The same one by one, and now and then a null, at which the rest may wait. */
export function* duplicateKeys(json: string): Generator<Issue | null> {
  const levels: Level[] = []
  let restAt = LENGTH_AT_A_TIME
  for (let index = 0; index < json.length; index++) {
    if (index >= restAt) {
      yield null
      restAt = index + LENGTH_AT_A_TIME
    }
    const level = levels.at(-1)
    switch (json.charAt(index)) {
      case '{':
        levels.push({ names: new Map(), isBeforeName: true, at: '' })
        break
      case '[':
        levels.push({ names: null, isBeforeName: false, at: 0 })
        break
      case '}':
      case ']':
        levels.pop()
        break
      case ',':
        if (level !== undefined) startNext(level)
        break
      case '"': {
        const end = endOfText(json, index)
        if (level?.isBeforeName === true) {
          readName(level, JSON.parse(json.slice(index, end + 1)) as string)
          if (level.names?.get(String(level.at)) === 2 && levels.length <= DEPTH_MAX) yield duplicate(levels)
        }
        index = end
      }
    }
  }
}

function startNext(level: Level): void {
  if (typeof level.at === 'number') level.at += 1
  else level.isBeforeName = true
}

function readName(level: Level, name: string): void {
  level.at = name
  level.isBeforeName = false
  level.names?.set(name, (level.names.get(name) ?? 0) + 1)
}

function endOfText(json: string, start: number): number {
  let index = start + 1
  while (index < json.length && json[index] !== '"') index += json[index] === '\\' ? 2 : 1
  return index
}

function duplicate(levels: readonly Level[]): Issue {
  const path = levels.map(({ at }) => (typeof at === 'string' ? shownName(at) : at))
  return { path, code: 'duplicate_key', message: `${path.at(-1)} is there more than once; send each field once` }
}
