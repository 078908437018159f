import type { Issue } from '@ats/contracts'
import { shownName } from './sanitize.js'

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
  const levels: Level[] = []
  for (let index = 0; index < json.length; index++) {
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
          if (level.names?.get(String(level.at)) === 2) issues.push(duplicateKey(pathOf(levels)))
        }
        index = end
      }
    }
  }
  return issues
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

/** Index of the quote that ends the text whose first quote is at `start`; the length of the JSON when there is none. */
export function endOfText(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (before > start && json[before] === '\\') before--
    if ((quote - before) % 2 === 1) return quote
  }
  return json.length
}

const pathOf = (levels: readonly Level[]): Issue['path'] =>
  levels.map(({ at }) => (typeof at === 'string' ? shownName(at) : at))

export const duplicateKey = (path: Issue['path']): Issue => ({
  path,
  code: 'duplicate_key',
  message: `${path.at(-1)} is there more than once; send each field once`,
})
